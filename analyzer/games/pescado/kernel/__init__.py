"""The compiled engine of Pescado Novo and what it is built from."""
