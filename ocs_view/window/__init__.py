"""The viewer's window: input, buttons and panels round the board. Everything that draws the table lives outside it."""
