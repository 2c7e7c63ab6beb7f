/**
 * What the portal asks of the identity provider about a person, named by the subject of their tokens. The
 * embedded provider does it in its own tables; another provider by its admin API. Each refuses
 * `profile.updateFailed` or `profile.passwordFailed` when there is no such person or the provider is away.
 */
export type AccountAdmin = {
  changeName(subject: string, name: { firstName: string; lastName: string }): Promise<void>;
  /**
   * Refuses `request.invalid` with the field `password` when it is too weak. Ends the person's sessions but for
   * `session`, where the provider can tell them apart, and every access token given out before.
   */
  changePassword(subject: string, password: string, session?: string): Promise<void>;
  /** Whether this is the person's password; `undefined` where only the provider's own page may ask for it. */
  fitsPassword(subject: string, password: string): Promise<boolean | undefined>;
  /**
   * Asks for another e-mail: a link goes to the new address, a notice to the old one, and nothing changes before the
   * same person confirms by that link. An address that has an account gets an e-mail that says so instead; the answer is the
   * same. Refuses `profile.emailFailed` when there is no such person.
   */
  changeEmail(subject: string, email: string): Promise<void>;
  /**
   * What a link to a new e-mail changes. Refuses `profile.linkOver` where it is used, expired or unknown, and
   * `profile.linkOfAnother` where another person asked: the owner of the mailbox alone confirms for nobody.
   */
  emailLink(subject: string, secret: string): Promise<{ email: string; was: string }>;
  /** Uses the link up and takes the new e-mail, which is returned; also refuses `profile.emailTaken`. */
  confirmEmail(subject: string, secret: string): Promise<string>;
  /** Signs the person out everywhere too. */
  removeUser(subject: string): Promise<void>;
  /** Signs the person out everywhere but in the session `except`, and ends every access token given out before. */
  endSessions(subject: string, except?: string): Promise<void>;
  /** The person's sessions; missing where the provider shows them on pages of its own. */
  sessions?: {
    list(subject: string): Promise<Session[]>;
    /** Signs one of them out; false where there is no such session of theirs. */
    end(subject: string, id: string): Promise<boolean>;
  };
  /** Missing where the provider asks for second factors by itself. */
  secondFactors?: SecondFactors;
};

/** A session at the provider; `id` is the `sid` of its access tokens. */
export type Session = {
  id: string;
  started: Date;
  lastUsed: Date;
  address: string;
  /** The `User-Agent` of its last request. */
  agent: string;
  isScript: boolean;
};

/** What a person proves beside their password, and the codes for who loses it. */
export type SecondFactors = {
  of(subject: string): Promise<{
    factors: { id: string; kind: 'totp' | 'passkey'; name: string; created: Date; lastUsed: Date | null }[];
    recoveryCodes: number;
    /** Whether this portal's address lets browsers make passkeys. */
    passkeys: boolean;
  }>;
  /** The secret is shown now and never again. Refuses `secondFactor.tooMany`. */
  beginTotp(subject: string): Promise<{ secret: string; uri: string; qr: { size: number; path: string } }>;
  /**
   * Adds the app that was begun; gives recovery codes with a person's first factor. Refuses `request.invalid` with the
   * field `code`, and `secondFactor.expired` after ten minutes.
   */
  addTotp(subject: string, code: string, name: string): Promise<string[] | undefined>;
  /** The options of `navigator.credentials.create`. Refuses `secondFactor.noPasskeys`. */
  beginPasskey(subject: string): Promise<object>;
  addPasskey(subject: string, response: unknown, name: string): Promise<string[] | undefined>;
  /** False where there is no such factor of theirs. */
  remove(subject: string, id: string): Promise<boolean>;
  removeAll(subject: string): Promise<void>;
  /** Refuses `secondFactor.none`. */
  renewRecoveryCodes(subject: string): Promise<string[]>;
  /** Which of these people have a second factor. */
  holders(subjects: readonly string[]): Promise<Set<string>>;
};
