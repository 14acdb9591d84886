"""E-mail that must arrive: written with the change it tells of, sent until the mail server takes it."""
