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

/** The relying party of passkeys: PUBLIC_URL's host name. */
const relyingParty = ({ config }: At): string => new URL(config.publicUrl).hostname;

/** Browsers create passkeys only for host names, over TLS or on localhost. */
export const arePasskeysPossible = (at: At): boolean => {
  const { protocol, hostname } = new URL(at.config.publicUrl);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return false;
  return protocol === 'https:' || hostname === 'localhost';
};

/** The options to create a passkey; excludes authenticators the person already registered. */
export const newPasskeyOptions = (
  at: At,
  person: RealmPerson,
  existing: readonly FactorRow[],
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  generateRegistrationOptions({
    rpName: at.brand.name,
    rpID: relyingParty(at),
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: `${person.first_name} ${person.last_name}`.trim() || person.email,
    attestationType: 'none',
    excludeCredentials: credentialsOf(existing),
    // If possible, a passkey also works without a password: its device verifies the user by biometrics or PIN.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });

/** The options to use a passkey: one of these, or any for this portal, which then requires biometrics or a PIN. */
export const passkeyOptions = (
  at: At,
  allowed?: readonly FactorRow[],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: relyingParty(at),
    userVerification: allowed ? 'preferred' : 'required',
    ...(allowed && { allowCredentials: credentialsOf(allowed) }),
  });

const credentialsOf = (factors: readonly FactorRow[]) =>
  factors.flatMap(({ credential_id, transports }) =>
    credential_id === null ? [] : [{ id: credential_id, transports }],
  );

/** The credential a browser created for this challenge; undefined if verification fails. */
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

/** The signature counter of a passkey that signed this challenge; undefined if verification fails. */
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
