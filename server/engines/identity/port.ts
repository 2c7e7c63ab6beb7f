/**
 * What the portal asks of the identity provider about a person, named by the subject of their tokens. The
 * embedded provider does it in its own tables; another provider by its admin API. Each refuses
 * `profile.updateFailed` or `profile.passwordFailed` when there is no such person or the provider is away.
 */
export type AccountAdmin = {
  changeName(subject: string, name: { firstName: string; lastName: string }): Promise<void>;
  /** Refuses `request.invalid` with the field `password` when it is too weak. Ends the person's other sessions. */
  changePassword(subject: string, password: string): Promise<void>;
  removeUser(subject: string): Promise<void>;
  /** Signs the person out everywhere; access tokens already given out last their few minutes. */
  endSessions(subject: string): Promise<void>;
};
