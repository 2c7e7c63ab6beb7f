import { createRequestPanel } from '../requests/request-panel.ts';

declare global {
  // The script for requests is a file of its own and leaves its function here.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    radioRequests?: typeof createRequestPanel;
  }
}

/* Song requests in an embedded player, loaded when the first listener asks for them. */
window.radioRequests = createRequestPanel;
