"""Between Textual and the terminal: it knows what the terminal shows, and sends what differs.

Any Textual app may use it: take `LeanApp` for `App`. It knows nothing of the program around it.

- `cells`: what is drawn, as rows of cells that can be compared;
- `painter`: the fewest bytes from what the terminal shows to what it shall show; `scrolling` finds what only moves;
- `pace`: whether the line to the terminal is behind; `frames` leaves out what would come too late;
- `reading` and `driver`: keys, whatever bytes come; an end that leaves the terminal as it was;
- `app`: puts them in the place of Textual's own; `imports`: Textual without what such an app never uses.
"""
