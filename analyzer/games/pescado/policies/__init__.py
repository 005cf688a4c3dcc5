"""The built-in policies of Pescado Novo, one module each."""
