"""What harms without an attack roll: a module for each hazard."""
