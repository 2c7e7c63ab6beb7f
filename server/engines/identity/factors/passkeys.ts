import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import type { RealmPerson } from '../people.ts';
import { portalOrigins, type IdentityKernel } from '../realm.ts';
import type { FactorRow } from './factors.repo.ts';

type At = Pick<IdentityKernel, 'config' | 'brand'>;

/** What passkeys are bound to: PUBLIC_URL's host name. */
const relyingParty = ({ config }: At): string => new URL(config.publicUrl).hostname;

/** Browsers make passkeys for host names only, over TLS or on this machine. */
export const arePasskeysPossible = (at: At): boolean => {
  const { protocol, hostname } = new URL(at.config.publicUrl);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return false;
  return protocol === 'https:' || hostname === 'localhost';
};

/** What a browser needs to make a passkey; one that this person has is not made twice. */
export const newPasskeyOptions = (
  at: At,
  person: RealmPerson,
  known: readonly FactorRow[],
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  generateRegistrationOptions({
    rpName: at.brand.name,
    rpID: relyingParty(at),
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: `${person.first_name} ${person.last_name}`.trim() || person.email,
    attestationType: 'none',
    excludeCredentials: credentialsOf(known),
    // Where it can be, a passkey also serves alone: its device asks for a finger or a PIN.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });

/** What a browser needs to use a passkey: one of these, or any it has for us, then with a finger or a PIN. */
export const passkeyOptions = (at: At, known?: readonly FactorRow[]): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: relyingParty(at),
    userVerification: known ? 'preferred' : 'required',
    ...(known && { allowCredentials: credentialsOf(known) }),
  });

const credentialsOf = (known: readonly FactorRow[]) =>
  known.flatMap(({ credential_id, transports }) => (credential_id === null ? [] : [{ id: credential_id, transports }]));

/** The credential a browser has made for this challenge, or nothing where that isn't so. */
export const newPasskey = async (
  at: At,
  response: unknown,
  challenge: string,
): Promise<WebAuthnCredential | undefined> => {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: portalOrigins(at.config),
      expectedRPID: relyingParty(at),
      requireUserVerification: false,
    });
    return verified ? registrationInfo.credential : undefined;
  } catch {
    return undefined;
  }
};

/** The signature counter of a passkey that has signed this challenge; nothing where it hasn't. */
export const passkeyCounter = async (
  at: At,
  passkey: FactorRow,
  { response, challenge, alone }: { response: unknown; challenge: string; alone: boolean },
): Promise<number | undefined> => {
  const { credential_id, public_key, counter, transports } = passkey;
  if (credential_id === null || public_key === null) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: portalOrigins(at.config),
      expectedRPID: relyingParty(at),
      requireUserVerification: alone,
      credential: {
        id: credential_id,
        publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
        counter: counter ?? 0,
        transports,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
};
