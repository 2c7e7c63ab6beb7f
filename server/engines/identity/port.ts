/**
 * Operations of the identity provider on a person, identified by the subject of their tokens. The
 * embedded provider uses its own tables, another provider its admin API. Each refuses
 * `profile.updateFailed` or `profile.passwordFailed` if there is no such person or the provider is down.
 */
export type AccountAdmin = {
  changeName(subject: string, name: { firstName: string; lastName: string }): Promise<void>;
  /**
   * Refuses `request.invalid` with the field `password` if it is too weak. Ends the person's sessions except
   * `session`, if the provider can distinguish them, and every access token issued before.
   */
  changePassword(subject: string, password: string, session?: string): Promise<void>;
  /** Whether this is the person's password; `undefined` if only the provider's own page may ask for it. */
  verifyPassword(subject: string, password: string): Promise<boolean | undefined>;
  /** Sends the person a link to choose a new password; missing if the provider does that on its own pages. */
  sendReset?(email: string): Promise<void>;
  /**
   * Requests a new e-mail: sends a link to the new address and a notice to the old one; nothing changes until the
   * same person confirms with that link. An address with an account gets an e-mail that says so instead, with the same
   * result here. Refuses `profile.emailFailed` if there is no such person.
   */
  changeEmail(subject: string, email: string): Promise<void>;
  /**
   * The change a confirmation link makes. Refuses `profile.linkOver` if it is used, expired or unknown, and
   * `profile.linkOfAnother` if another person requested it: the mailbox owner alone cannot confirm.
   */
  emailLink(subject: string, secret: string): Promise<{ email: string; was: string }>;
  /** Uses up the link, applies the new e-mail and returns it; also refuses `profile.emailTaken`. */
  confirmEmail(subject: string, secret: string): Promise<string>;
  /** Also signs the person out everywhere. */
  removeUser(subject: string): Promise<void>;
  /** Signs the person out everywhere but in the session `except`, and ends every access token issued before. */
  endSessions(subject: string, except?: string): Promise<void>;
  /** The person's sessions; missing if the provider shows them on its own pages. */
  sessions?: {
    list(subject: string): Promise<Session[]>;
    /** Ends one of them; false if the person has no such session. */
    end(subject: string, id: string): Promise<boolean>;
  };
  /** Missing if the provider manages second factors itself. */
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

/** A person's second factors, and recovery codes for lost ones. */
export type SecondFactors = {
  of(subject: string): Promise<{
    factors: { id: string; kind: 'totp' | 'passkey'; name: string; created: Date; lastUsed: Date | null }[];
    recoveryCodes: number;
    /** Whether browsers can create passkeys at this portal's URL. */
    passkeys: boolean;
  }>;
  /** Starts to set up an app; the secret is shown only now. Refuses `secondFactor.tooMany`. */
  beginTotp(subject: string): Promise<{ secret: string; uri: string; qr: { size: number; path: string } }>;
  /**
   * Adds the app being set up; returns recovery codes with a person's first factor. Refuses `request.invalid` with
   * the field `code`, and `secondFactor.expired` after ten minutes.
   */
  addTotp(subject: string, code: string, name: string): Promise<string[] | undefined>;
  /** The options of `navigator.credentials.create`. Refuses `secondFactor.noPasskeys`. */
  beginPasskey(subject: string): Promise<object>;
  addPasskey(subject: string, response: unknown, name: string): Promise<string[] | undefined>;
  /** False if the person has no such factor. */
  remove(subject: string, id: string): Promise<boolean>;
  removeAll(subject: string): Promise<void>;
  /** Refuses `secondFactor.none`. */
  renewRecoveryCodes(subject: string): Promise<string[]>;
  /** Those of the people who have a second factor. */
  holders(subjects: readonly string[]): Promise<Set<string>>;
};
