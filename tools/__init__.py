"""What the developers of Coterie run now and then."""
