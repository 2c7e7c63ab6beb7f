/* The import rules of the architecture. `npm run check` runs them. */

const tests = '(\\.test\\.tsx?$|^server/testing/|/testing/)';
/** What is started or loaded by its path, or only declares types; and the list of screens, for which the tests are the readers. */
const entries = [
  ...['\\.d\\.ts$', '\\.tables\\.ts$', '\\.worker\\.ts$', '^server/engines/identity/pages/pages\\.js$'],
  ...['^server/[^/]+\\.ts$', '^server/engines/clickhouse/clickhouse-child\\.ts$', '^streaming/([a-z]+-)?main\\.ts$'],
  ...['^server/domains/live/follower-process\\.ts$', '^streaming/edge-worker\\.ts$'],
  ...['^player/[^/]+\\.ts$', '^player/embed/player[^/]*\\.ts$', '^player/loader/loader\\.ts$'],
  '^web/app/(main\\.tsx|screens\\.ts)$',
].join('|');
const domain = (role) => `^server/domains/(?!$1/)[^/]+/[^/]*(?<!\\.(${role}))\\.ts$`;

/*
 * Domains, features and engine folders are ordered: each imports only those before it. What several of them share lives
 * outside: server/platform, web/parts, streaming/base.
 */
const domainsInOrder = [
  ...['fleet', 'analytics', 'billing', 'people', 'playout', 'portal', 'session', 'accounts', 'automation', 'library'],
  ...[
    'stream-rules',
    'stations',
    'song-requests',
    'live',
    'podcasts',
    'players',
    'sites',
    'pages',
    'relays',
    'monitoring',
    'logger',
    'presenters',
    'studio',
    'telephony',
    'campaigns',
    'finance',
  ],
];
const featuresInOrder = [
  ...[
    'session',
    'live-map',
    'reports',
    'analytics',
    'app-analytics',
    'billing',
    'monitoring',
    'player',
    'posts',
    'stations',
    'accounts',
  ],
  ...[
    'automation',
    'uploads',
    'people',
    'inbox',
    'library',
    'relays',
    'podcast-feed',
    'distribution',
    'podcast-import',
  ],
  ...['podcasts', 'episodes', 'ctl-analytics', 'podcast-analytics', 'logger', 'palette', 'playout'],
  ...[
    'podcast-ads',
    'advertising',
    'portal',
    'profile',
    'raw-data',
    'recording',
    'royalty',
    'station-settings',
    'telephony',
    'stream-rules',
    'presenters',
    'studio',
    'audio-ads',
    'finance',
    'players',
    'onboarding',
    'sites',
    'help',
  ],
];

const engineFoldersInOrder = [
  ...[
    'frames',
    'bus',
    'ffmpeg',
    'spool',
    'base',
    'hls',
    'adapt',
    'media',
    'autodj',
    'clock',
    'monitor',
    'ingest',
    'snapshot',
    'listen',
    'ads',
    'calls',
  ],
  ...['recorder', 'relay', 'automation', 'edge', 'station', 'icecast', 'control', 'interop'],
];

/** Rules that each folder of `root` imports only those before it in the order, and that the order lists each folder. */
const inOrder = (name, root, order) => [
  ...order.map((folder, at) => ({
    name,
    comment: `${folder} imports only what comes before it in the order.`,
    severity: 'error',
    from: { path: `^${root}/${folder}/`, pathNot: tests },
    to: { path: `^${root}/(${[...order.slice(at + 1), '-'].join('|')})/` },
  })),
  {
    name,
    comment: 'The order lists every folder.',
    severity: 'error',
    from: { path: `^${root}/[^/]+/`, pathNot: `^${root}/(${order.join('|')})/` },
    to: {},
  },
];

/** `what` may import only `allowed` of our own code (and packages). */
const only = (name, what, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: what, pathNot: tests },
  to: { path: '^(contract|shared|server|streaming|web|player|brands|e2e|bench|tools)/', pathNot: allowed },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'No runtime cycles.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('contract-alone', '^contract/', '^contract/', 'The contract imports only the contract and zod.'),
    only(
      'contract-rooms',
      '^contract/(rules|engine|texts)/',
      '^contract/($1|rules)/',
      "Rules of the contract stand alone; the engine's protocol and the texts may use them, endpoints may use all.",
    ),
    {
      name: 'contract-zod',
      comment: 'The contract needs no package but zod.',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },
    only(
      'shared',
      '^shared/',
      '^(shared|contract)/',
      'What the server and the engine share imports nothing of theirs.',
    ),
    only(
      'kernel',
      '^server/kernel/',
      '^(server/kernel|contract|shared/metrics)/',
      'The kernel imports the kernel, the contract and how processes serve metrics.',
    ),
    only(
      'engines',
      '^server/engines/([^/]+)/',
      '^(server/engines/$1|server/kernel|contract|shared|streaming/frames)/',
      'An engine imports its own folder, the kernel, the contract and what the streaming engine shares: frames, and shared.',
    ),
    only(
      'domains',
      '^server/domains/([^/]+)/',
      '^(server/domains|server/platform|server/kernel|contract|shared|player/words)/|^server/engines/[^/]+/port\\.ts$',
      'A domain imports the platform, the kernel, the contract, shared, the words of players and the ports of engines.',
    ),
    only(
      'platform',
      '^server/platform/',
      '^(server/platform|server/kernel|contract|player/words)/|^server/engines/[^/]+/port\\.ts$',
      'Code that domains share imports no domain.',
    ),
    ...inOrder('domains-in-order', 'server/domains', domainsInOrder),
    {
      name: 'domains-among-themselves',
      comment: 'A domain imports only the service or the events of another domain.',
      severity: 'error',
      from: { path: '^server/domains/([^/]+)/', pathNot: tests },
      to: { path: domain('service|events') },
    },
    only(
      'supervisor',
      '^server/supervisor/',
      '^(server/(supervisor|kernel|engines)|shared)/',
      'The supervisor imports no domain.',
    ),
    only(
      'streaming',
      '^streaming/',
      '^(streaming|contract|shared)/',
      'Streaming imports streaming, the contract and what it shares with the server.',
    ),
    ...inOrder('engine-in-order', 'streaming', engineFoldersInOrder),
    only('brands', '^brands/', '^(brands|contract)/', 'A brand is data: it imports only brands and the contract.'),
    only(
      'web-features',
      '^web/features/([^/]+)/',
      '^(contract|brands|player/radio)/|^web/(ui|lib|parts)/|^web/features/$1/|^web/features/[^/]+/(queries\\.ts$|shared/)',
      'A feature imports the contract, ui, lib, parts, the radio, and the queries and shared components of other features.',
    ),
    ...inOrder('features-in-order', 'web/features', featuresInOrder),
    only(
      'web-parts',
      '^web/parts/',
      '^(contract|brands)/|^web/(ui|lib|parts)/',
      'Code that features share imports no feature.',
    ),
    only(
      'web-ui',
      '^web/(ui|lib)/',
      '^(contract|brands)/|^web/(ui|lib)/',
      'Code that features share imports no feature.',
    ),
    only('web', '^web/app/', '^(contract|brands|web)/', 'The web app depends on the server only through the contract.'),
    {
      name: 'no-test-code',
      comment: 'The product does not import test code.',
      severity: 'error',
      from: { path: '^(contract|server|streaming|web|player|brands)/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'test-code-in-testing',
      comment: 'What only tests use lives in a folder "testing".',
      severity: 'error',
      module: {
        path: '^(contract|server|shared|streaming|web|player)/',
        pathNot: `${tests}|${entries}`,
        numberOfDependentsLessThan: 1,
      },
      from: { pathNot: `${tests}|^(e2e|bench)/` },
    },
    {
      name: 'resolvable',
      comment: 'Every import resolves.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(#brand/|virtual:)' },
    },
    {
      name: 'listed-packages',
      comment: 'Every imported package is listed in package.json.',
      severity: 'error',
      from: { path: '^(contract|server|streaming|web|player|brands)/', pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages',
      comment: 'The server and the engine run without development dependencies.',
      severity: 'error',
      from: { path: '^(contract|server|streaming)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
