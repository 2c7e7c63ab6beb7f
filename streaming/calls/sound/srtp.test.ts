import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSrtp, sessionKeys } from './srtp.ts';

const keys = ['one', 'other'].map(() => randomBytes(30).toString('base64'));
const packet = (sequence: number, text = 'sound'): Buffer => {
  const bytes = Buffer.concat([Buffer.from('800000000000000011223344', 'hex'), Buffer.from(text)]);
  bytes.writeUInt16BE(sequence, 2);
  return bytes;
};

it('what one side encrypts only the other decrypts, also after the sequence numbers started over', () => {
  const [one, other, stranger] = [
    createSrtp(keys[0]!, keys[1]!),
    createSrtp(keys[1]!, keys[0]!),
    createSrtp(keys[1]!, keys[1]!),
  ];
  for (const sequence of [65_533, 65_534, 65_535, 0, 1]) {
    const encrypted = one.protect(packet(sequence));
    expect(encrypted.includes('sound')).toBe(false);
    expect(stranger.unprotect(encrypted)).toBeUndefined();
    expect(other.unprotect(encrypted)).toEqual(packet(sequence));
  }
});

it('changed packets, and those that are too short, are dropped', () => {
  const [one, other] = [createSrtp(keys[0]!, keys[1]!), createSrtp(keys[1]!, keys[0]!)];
  const encrypted = one.protect(packet(1));
  encrypted[14]! ^= 1;
  expect(other.unprotect(encrypted)).toBeUndefined();
  for (let length = 0; length < 22; length++) expect(other.unprotect(encrypted.subarray(0, length))).toBeUndefined();
});

it('session keys are those of RFC 3711 B.3', () => {
  const master = Buffer.from('E1F97A0D3E018BE0D64FA32C06DE41390EC675AD498AFEEBB6960B3AABE6', 'hex');
  const { encryption, salt, authentication } = sessionKeys(master.toString('base64'));
  expect(encryption.toString('hex')).toBe('c61e7a93744f39ee10734afe3ff7a087');
  expect(salt.toString('hex')).toBe('30cbbc08863d8c85d49db34a9ae1');
  expect(authentication.toString('hex')).toBe('cebe321f6ff7716b6fd4ab49af256a156d38baa4');
});
