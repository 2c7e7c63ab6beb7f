import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '#streaming/calls/testing/certificate.ts';
import { readAs } from './testing/program-settings.ts';

const project = join(import.meta.dirname, '..');
const folder = join(project, 'ops/systemd');
const units = globSync('*.service', { cwd: folder }).toSorted();
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** All values of a key of a unit. */
const valuesOf = (unit: string, key: string): string[] =>
  [...read(unit).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** A file of settings; `withExamples`: also what is only an example in a comment. */
const settingsIn = (file: string, withExamples: boolean): [string, string][] =>
  [...read(file).matchAll(withExamples ? /^#?([A-Z][A-Z\d_]+)=(.*)$/gm : /^([A-Z][A-Z\d_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  );

const programOf = (unit: string): string => /node (\S+)/.exec(valuesOf(unit, 'ExecStart')[0] ?? '')?.[1] ?? '';

describe('the units of systemd', () => {
  it('run each part', () => {
    expect(units.map((unit) => [unit, programOf(unit)])).toEqual([
      ['skywave-calls.service', 'streaming/calls-main.ts'],
      ['skywave-delivery.service', 'server/delivery.ts'],
      ['skywave-edge@.service', 'streaming/edge-main.ts'],
      ['skywave-engine@.service', 'streaming/main.ts'],
      ['skywave-portal.service', 'server/portal.ts'],
      ['skywave-worker.service', 'server/portal.ts'],
    ]);
    expect(units.filter((unit) => !existsSync(join(project, programOf(unit))))).toEqual([]);
  });

  it.each([false, true])(
    'give them settings that they read and accept (with those in comments: %s)',
    (withExamples) => {
      const made = mkdtempSync(join(tmpdir(), 'units-'));
      const { cert, key } = makeCertificate(made);
      rmSync(made, { recursive: true });
      for (const unit of units) {
        const file = valuesOf(unit, 'EnvironmentFile')[0]?.replace('/etc/skywave/', '').replace('%i', 'main') ?? '';
        const own = valuesOf(unit, 'Environment').map(
          (one) => one.replace('%i', '8000').split('=') as [string, string],
        );
        const env = Object.fromEntries([...own, ...settingsIn(`${file}.example`, withExamples)]);
        // One is instead of the other.
        if ('ENGINES' in env) delete env['ENGINE_URL'];
        readAs(programOf(unit), env, { cert: cert.toString(), key: key.toString() });
      }
    },
  );

  it('connect the parts of a machine', () => {
    const engine = valuesOf('skywave-engine@.service', 'Environment')
      .find((one) => one.startsWith('DATA_DIR='))
      ?.replace('DATA_DIR=', '')
      .replace('%i', 'main');
    for (const file of ['edge.env.example', 'calls.env.example'])
      expect(Object.fromEntries(settingsIn(file, false))['ENGINE_BUS']).toBe(`${String(engine)}/engine/bus.sock`);
    const portal = Object.fromEntries(settingsIn('portal.env.example', false));
    const { ENGINE_PORT, ENGINE_TOKEN } = Object.fromEntries(settingsIn('engine-main.env.example', false));
    expect(portal).toMatchObject({ ENGINE_URL: `http://127.0.0.1:${String(ENGINE_PORT)}`, ENGINE_TOKEN });
  });

  it('take away what no part needs', () => {
    const needed = ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes', 'User=skywave', 'PrivateTmp=yes'];
    for (const unit of units) for (const line of needed) expect(read(unit)).toContain(`\n${line}\n`);
  });

  const analyze = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.skipIf(!analyze)('systemd-analyze finds nothing wrong with them', () => {
    const made = mkdtempSync(join(tmpdir(), 'units-'));
    for (const name of [...units, 'skywave.target'])
      writeFileSync(join(made, name), read(name).replaceAll('/opt/skywave', project));
    const instances = units.map((unit) => unit.replace('engine@', 'engine@main').replace('edge@', 'edge@8000'));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...instances, 'skywave.target'], {
      ...{ cwd: made, encoding: 'utf8', env: { ...process.env, SYSTEMD_UNIT_PATH: `${made}:` } },
    });
    rmSync(made, { recursive: true });
    const own = stderr.split('\n').filter((line) => line.includes('skywave'));
    expect([status, own]).toEqual([0, []]);
  });
});
