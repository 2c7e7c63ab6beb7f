type Program = {
  /** The image's files. */
  root: string;
  /** The folder of the bundle, whose `data` becomes /data. */
  bundle: string;
  /** The files that all parts share. */
  media: string;
  /** Of `node`. */
  args: string[];
  env: Record<string, string>;
  /** A folder to read at /files. */
  files: string | undefined;
};

/** The configuration of an OCI bundle as docs/operations.md asks for it: no root, no capabilities, a read-only root. */
export const bundleOf = ({ root, bundle, media, args, env, files }: Program): object => ({
  ociVersion: '1.0.2',
  root: { path: root, readonly: true },
  process: {
    user: { uid: 10_001, gid: 10_001 },
    cwd: '/app',
    args: ['node', ...args],
    env: Object.entries({
      ...{ PATH: '/usr/local/bin:/usr/bin:/bin', NODE_ENV: 'production' },
      ...{ DATA_DIR: '/data', NODE_COMPILE_CACHE: '/data/cache/node', ...env },
    }).map(([name, value]) => `${name}=${value}`),
    noNewPrivileges: true,
    capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
  },
  mounts: [
    { destination: '/proc', type: 'proc', source: 'proc' },
    { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
    { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=1777'] },
    { destination: '/data', type: 'bind', source: `${bundle}/data`, options: ['rbind', 'rw'] },
    { destination: '/data/files', type: 'bind', source: media, options: ['rbind', 'rw'] },
    { destination: '/etc/resolv.conf', type: 'bind', source: '/etc/resolv.conf', options: ['bind', 'ro'] },
    { destination: '/etc/hosts', type: 'bind', source: '/etc/hosts', options: ['bind', 'ro'] },
    ...(files === undefined ? [] : [{ destination: '/files', type: 'bind', source: files, options: ['rbind', 'ro'] }]),
  ],
  // With the network of this machine.
  linux: { namespaces: [{ type: 'mount' }, { type: 'pid' }, { type: 'ipc' }, { type: 'uts' }] },
});
