import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createTrust, forwardedAddress } from './client-address.ts';
import { openConnectionRouter, type ConnectionRouter, type Connection } from './connection-router.ts';

describe('the connection router', () => {
  let router: ConnectionRouter;
  let connections: Connection[] = [];
  const open = async (own: Partial<Parameters<typeof openConnectionRouter>[0]> = {}): Promise<void> => {
    connections = [];
    router = await openConnectionRouter({
      port: 0,
      trust: createTrust([]),
      route(connection) {
        connections.push(connection);
        connection.socket.end(
          `${connection.address} ${connection.secure} ${connection.bytes.toString('latin1').split('\n')[0]}`,
        );
      },
      ...own,
    });
  };
  const send = (text: string | Buffer, socket: Socket = connect(router.port, '127.0.0.1')): Promise<string> =>
    new Promise((resolve, reject) => {
      let reply = '';
      socket.on('data', (chunk) => (reply += chunk.toString()));
      socket.on('end', () => resolve(reply));
      socket.on('error', reject);
      socket.write(text);
    });
  afterEach(() => router.stop());

  it('passes on a complete head however it arrives', async () => {
    await open();
    const socket = connect(router.port, '127.0.0.1');
    const reply = send('GET /tone HT', socket);
    await new Promise((resolve) => setImmediate(resolve));
    socket.write('TP/1.1\r\nHost: x\r\n\r\nmore');
    expect(await reply).toContain('127.0.0.1 false GET /tone HTTP/1.1');
    expect(connections[0]!.bytes.toString()).toContain('\r\n\r\nmore');
  });

  it('passes on the first line of anything but HTTP', async () => {
    await open();
    expect(await send('mount:password\n')).toContain('mount:password');
  });

  it('passes on Shoutcast 2, which has no lines', async () => {
    await open();
    const socket = connect(router.port, '127.0.0.1');
    const reply = send(Buffer.from([0x5a]), socket);
    socket.write(Buffer.from([0, 0x10, 9, 0, 3, 0x32, 0x2e, 0x31, 0]));
    expect(await reply).toContain('127.0.0.1 false Z');
    expect(connections).toHaveLength(1);
  });

  it('refuses a head that is too large or too late', async () => {
    await open();
    expect(await send(`GET /${'x'.repeat(9000)}`)).toContain('HTTP/1.0 431');
    await router.stop();
    expect(connections).toEqual([]);
    await open({ headMs: 30 });
    expect(await send('GET / HTTP/1.1\r\n')).toContain('HTTP/1.0 408');
    expect(connections).toEqual([]);
  });

  it('accepts the PROXY protocol from trusted peers only', async () => {
    await open();
    expect(await send('PROXY TCP4 203.0.113.5 127.0.0.1 1 2\r\nGET / HTTP/1.1\r\n\r\n')).toContain(
      '127.0.0.1 false PROXY',
    );
    await router.stop();
    await open({ trust: createTrust(['127.0.0.0/8']) });
    expect(await send('PROXY TCP4 203.0.113.5 127.0.0.1 1 2\r\nGET / HTTP/1.1\r\n\r\n')).toBe(
      '203.0.113.5 false GET / HTTP/1.1\r',
    );
    expect(connections[0]!.socket.remoteAddress).toBe('203.0.113.5');
    const v2 = Buffer.from('0d0a0d0a000d0a515549540a2111000ccb0071057f00000100010002', 'hex');
    expect(await send(Buffer.concat([v2, Buffer.from('GET / HTTP/1.1\r\n\r\n')]))).toContain('203.0.113.5 false GET');
  });

  it('accepts TLS and plain connections on the same port with a certificate', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
    execFileSync('openssl', [...request, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
    await open({ tls: { key: readFileSync(key), cert: readFileSync(cert) } });
    rmSync(folder, { recursive: true });
    const secure = connectTls({ port: router.port, host: '127.0.0.1', rejectUnauthorized: false });
    expect(await send('GET /tone HTTP/1.1\r\n\r\n', secure)).toContain('127.0.0.1 true GET /tone');
    expect(await send('GET /tone HTTP/1.1\r\n\r\n')).toContain('127.0.0.1 false GET /tone');
  });
});

describe('the forwarded address', () => {
  const trust = createTrust(['10.0.0.0/8', '::1']);
  it.each([
    ['is the peer if the peer is not trusted', '203.0.113.1', '198.51.100.1', '203.0.113.1'],
    ['is the last that is not a trusted proxy', '10.0.0.1', '192.0.2.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['accepts mapped and bracketed addresses', '::1', '[2001:db8::5]:443', '2001:db8::5'],
    ['stops at garbage', '10.0.0.1', 'unknown, 10.9.9.9', '10.9.9.9'],
    ['is the proxy without a header', '10.0.0.1', undefined, '10.0.0.1'],
  ])('%s', (_rule, peer, header, address) => {
    expect(forwardedAddress(peer, header, trust)).toBe(address);
  });
  it('names the wrong entry of the list', () => {
    expect(() => createTrust(['10.0.0.0/8', 'proxy.local'])).toThrow('"proxy.local"');
  });
});
