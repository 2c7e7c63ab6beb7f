import { createMenu } from './menu.ts';

declare global {
  // The script of the menu is a file of its own and leaves its function here.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    radioMenu?: typeof createMenu;
  }
}

/* The menu of an embedded player, loaded when a listener is about to open it. */
window.radioMenu = createMenu;
