/** The version of the protocol that the sandbox speaks: the SDK's own. */
export const apiVersion = '2026-10-28.endive';
