/**
 * What the portal asks of the identity provider about a person, named by the subject of their tokens. The
 * embedded provider does it in its own tables; another provider by its admin API. Each refuses
 * `profile.updateFailed` or `profile.passwordFailed` when there is no such person or the provider is away.
 */
export type AccountAdmin = {
  changeName(subject: string, name: { firstName: string; lastName: string }): Promise<void>;
  /** Refuses `request.invalid` with the field `password` when it is too weak. Ends the person's other sessions. */
  changePassword(subject: string, password: string): Promise<void>;
  /**
   * Asks for another e-mail: a link goes to the new address, a notice to the old one, and nothing changes before the
   * link was opened. Refuses `profile.emailTaken`, or `profile.emailFailed` when there is no such person.
   */
  changeEmail(subject: string, email: string): Promise<void>;
  /** Signs the person out everywhere too. */
  removeUser(subject: string): Promise<void>;
  /** Signs the person out everywhere; access tokens already given out last their few minutes. */
  endSessions(subject: string): Promise<void>;
};
