/** The nonce that the server put into this page; styles made at run time carry it. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** What holds a page still under a dialog looks for the nonce where webpack leaves it. */
export const shareStyleNonce = (): void => void Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
