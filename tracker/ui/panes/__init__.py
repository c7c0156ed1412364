"""The parts of a screen. Plain objects that make lines for the size they are given; the canvas draws them."""
