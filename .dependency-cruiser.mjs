/* The import rules of the design: who may know whom. `node tools/test.mjs check` runs them. */

const tests = '(\\.test\\.tsx?$|^server/testing/|/testing/)';
const domain = (role) => `^server/domains/(?!$1/)[^/]+/[^/]*(?<!\\.(${role}))\\.ts$`;

/*
 * Domains, features and engine folders stand in an order: each imports only what stands before it. What several lend each other is none
 * of them: server/platform, web/parts, streaming/base.
 */
const domainsInOrder = [
  ...['analytics', 'billing', 'people', 'playout', 'portal', 'session', 'accounts', 'automation', 'library'],
  ...['stream-rules', 'stations', 'live', 'podcasts', 'relays', 'monitoring', 'logger'],
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
  ...['podcasts', 'episodes', 'ctl-analytics', 'podcast-analytics', 'logger', 'onboarding', 'palette', 'playout'],
  ...[
    'podcast-ads',
    'portal',
    'profile',
    'raw-data',
    'recording',
    'royalty',
    'station-settings',
    'stream-rules',
    'help',
  ],
];

/** Rules that each folder of `root` imports only those before it, and that each has its place in the order. */
const inOrder = (name, root, order) => [
  ...order.map((folder, at) => ({
    name,
    comment: `${folder} imports only what stands before it in the order.`,
    severity: 'error',
    from: { path: `^${root}/${folder}/`, pathNot: tests },
    to: { path: `^${root}/(${[...order.slice(at + 1), '-'].join('|')})/` },
  })),
  {
    name,
    comment: 'Every folder has its place in the order.',
    severity: 'error',
    from: { path: `^${root}/[^/]+/`, pathNot: `^${root}/(${order.join('|')})/` },
    to: {},
  },
];

/** `what` may import nothing of ours but `allowed` (and packages). */
const only = (name, what, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: what, pathNot: tests },
  to: { path: '^(contract|server|streaming|web|player|brands|e2e|bench|tools)/', pathNot: allowed },
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
    {
      name: 'contract-zod',
      comment: 'The contract needs no package but zod.',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },
    only('kernel', '^server/kernel/', '^(server/kernel|contract)/', 'The kernel imports the kernel and the contract.'),
    only(
      'engines',
      '^server/engines/([^/]+)/',
      '^(server/engines/$1|server/kernel|contract)/',
      'An engine imports its own folder, the kernel and the contract.',
    ),
    only(
      'domains',
      '^server/domains/([^/]+)/',
      '^(server/domains|server/platform|server/kernel|contract)/|^server/engines/[^/]+/port\\.ts$',
      'A domain imports the platform, the kernel, the contract and the ports of engines.',
    ),
    only(
      'platform',
      '^server/platform/',
      '^(server/platform|server/kernel|contract)/|^server/engines/[^/]+/port\\.ts$',
      'What domains share knows no domain.',
    ),
    ...inOrder('domains-in-order', 'server/domains', domainsInOrder),
    {
      name: 'domains-among-themselves',
      comment: 'Of another domain a domain imports only its service or its events.',
      severity: 'error',
      from: { path: '^server/domains/([^/]+)/', pathNot: tests },
      to: { path: domain('service|events') },
    },
    only(
      'supervisor',
      '^server/supervisor/',
      '^server/(supervisor|kernel|engines)/',
      'The supervisor knows no domain.',
    ),
    only('streaming', '^streaming/', '^(streaming|contract)/', 'Streaming imports streaming and the contract.'),
    only('brands', '^brands/', '^(brands|contract)/', 'A brand is data.'),
    only(
      'web-features',
      '^web/features/([^/]+)/',
      '^(contract|brands)/|^web/(ui|lib|parts)/|^web/features/$1/|^web/features/[^/]+/(queries\\.ts$|shared/)',
      'A feature imports the contract, ui, lib, parts, and of another feature its queries and shared parts.',
    ),
    ...inOrder('features-in-order', 'web/features', featuresInOrder),
    only(
      'web-parts',
      '^web/parts/',
      '^(contract|brands)/|^web/(ui|lib|parts)/',
      'What features share knows no feature.',
    ),
    only('web-ui', '^web/(ui|lib)/', '^(contract|brands)/|^web/(ui|lib)/', 'What features share knows no feature.'),
    only('web', '^web/app/', '^(contract|brands|web)/', 'The web knows the server by the contract alone.'),
    {
      name: 'no-test-code',
      comment: 'The product does not import what is there for tests.',
      severity: 'error',
      from: { path: '^(contract|server|streaming|web|player|brands)/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'resolvable',
      comment: 'An import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(#brand/|virtual:)' },
    },
    {
      name: 'listed-packages',
      comment: 'A package that is imported stands in package.json.',
      severity: 'error',
      from: { path: '^(contract|server|streaming|web|player|brands)/', pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages',
      comment: 'The server and the engine run without the packages that are for building and testing.',
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
