/** Why an e-mail wasn't sent, in words for users, without internal details. */
export const failureReason = (error: unknown): string => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (isPermanentFailure(error)) return `The mail server rejected this address (${String(responseCode)}).`;
  if (responseCode !== undefined) return `The mail server rejected the e-mail (${String(responseCode)}).`;
  if (code === 'EAUTH') return 'The portal could not sign in to the mail server.';
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return 'The mail server is unreachable.';
  return 'Something went wrong.';
};

/** Whether a mail server rejected an address permanently, so that there is no retry. */
export const isPermanentFailure = (error: unknown): boolean => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
};
