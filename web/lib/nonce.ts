/** The page's CSP nonce from the server, for styles created at run time. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Publishes the nonce where the scroll lock of dialogs expects it (webpack's variable). */
export const shareStyleNonce = (): void => void Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
