/** How long the portal remembers that an inbox changed, in seconds: for event streams that are opened again. */
export const inboxMemoryS = 60;
