"""The command line: reads what is asked, has a study answer it, and shows the answer."""
