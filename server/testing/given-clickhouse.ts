/** TEST_CLICKHOUSE_URL, with user and password: a server, or the replicas of a cluster, separated by commas. */
export const givenServers: readonly string[] = (process.env.TEST_CLICKHOUSE_URL ?? '').split(',').filter(Boolean);

/** Whether test files use databases of a cluster. */
export const isClusterTested = givenServers.length > 1;
