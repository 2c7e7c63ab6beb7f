import { execFileSync } from 'node:child_process';

/** The first portal's host has the databases too. */
export const hostNames = ['portal', 'portal2', 'edge', 'edge2', 'e1', 'e2', 'e3'] as const;
export type HostName = (typeof hostNames)[number];
export const edgeNames = ['edge', 'edge2'] as const satisfies HostName[];
export type EdgeName = (typeof edgeNames)[number];
export type PortalName = Extract<HostName, 'portal' | 'portal2'>;

/** Hosts as network namespaces on one switch. What begins with `prefix` is ours; the machine's own network is not touched. */
export type Network = {
  prefix: string;
  addressOf(host: HostName): string;
  /** The command by which a program runs on a host. */
  within(host: HostName): string[];
  /** Takes the cable out: connections stay open at both ends. */
  unplug(host: HostName): void;
  plug(host: HostName): void;
  /** Drops what passes between two hosts, in both directions. */
  separate(one: HostName, other: HostName): void;
  /** Lets everything pass to a host again. */
  joinAll(host: HostName): void;
};

const output = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();
const run = (program: string, args: readonly string[]): void => void output(program, args);
const ip = (...args: string[]): void => run('ip', args);

/** The network that `openNetwork` made under this prefix; also from within one of its hosts. */
export const networkOf = (prefix: string): Network => {
  const within = (host: HostName): string[] => ['ip', 'netns', 'exec', `${prefix}${host}`];
  const addressOf = (host: HostName): string => `10.77.0.${String(10 + hostNames.indexOf(host))}`;
  const port = (host: HostName, state: 'up' | 'down'): void =>
    ip('-n', `${prefix}switch`, 'link', 'set', `p-${host}`, state);
  const filter = (host: HostName, ...args: string[]): void => {
    const [program, ...inHost] = within(host);
    run(program!, [...inHost, 'iptables', ...args]);
  };
  return {
    ...{ prefix, within, addressOf },
    unplug: (host) => port(host, 'down'),
    plug: (host) => port(host, 'up'),
    separate(one, other) {
      filter(one, '-A', 'INPUT', '-s', addressOf(other), '-j', 'DROP');
      filter(one, '-A', 'OUTPUT', '-d', addressOf(other), '-j', 'DROP');
    },
    joinAll: (host) => filter(host, '-F'),
  };
};

/** Makes the network, or says why it can't be made here. */
export const openNetwork = (): Network | { missing: string } => {
  if (process.getuid?.() !== 0) return { missing: 'only root makes network namespaces' };
  const prefix = `skywave-${String(process.pid)}-`;
  const network = networkOf(prefix);
  const aSwitch = `${prefix}switch`;
  try {
    ip('netns', 'add', aSwitch);
    ip('-n', aSwitch, 'link', 'add', 'bridge', 'type', 'bridge');
    ip('-n', aSwitch, 'link', 'set', 'bridge', 'up');
    for (const host of hostNames) {
      const name = `${prefix}${host}`;
      ip('netns', 'add', name);
      ip('-n', name, 'link', 'set', 'lo', 'up');
      ip('link', 'add', 'cable', 'netns', name, 'type', 'veth', 'peer', 'name', `p-${host}`, 'netns', aSwitch);
      ip('-n', aSwitch, 'link', 'set', `p-${host}`, 'master', 'bridge');
      ip('-n', aSwitch, 'link', 'set', `p-${host}`, 'up');
      ip('-n', name, 'addr', 'add', `${network.addressOf(host)}/24`, 'dev', 'cable');
      ip('-n', name, 'link', 'set', 'cable', 'up');
    }
    network.separate('e1', 'portal');
    network.joinAll('e1');
    return network;
  } catch (error) {
    closeNetwork(prefix);
    return { missing: `no network namespaces with iptables: ${String(error).split('\n')[0] ?? ''}` };
  }
};

/** Removes the network, and ends what still runs on its hosts: nothing does, unless the run was killed. */
export const closeNetwork = (prefix: string): void => {
  for (const host of ['switch', ...hostNames]) {
    const name = `${prefix}${host}`;
    // What was not made, or has ended meanwhile, is as it should be.
    attempt(() => {
      for (const pid of output('ip', ['netns', 'pids', name]).split('\n').filter(Boolean))
        attempt(() => process.kill(Number(pid), 'SIGKILL'));
    });
    attempt(() => ip('netns', 'del', name));
  }
};

const attempt = (act: () => void): void => {
  try {
    act();
  } catch {
    // The caller says why that is well.
  }
};
