// Package windowtest drives the real window as a person does: keys and mouse on
// a display of its own, a site of its own that counts, and what the program
// leaves in files. What the window says is read off the screen. The tests need
// Xvfb, openbox, xdotool and ImageMagick, and the tags x11 and windowtest;
// they are run by scripts/test window.
package windowtest
