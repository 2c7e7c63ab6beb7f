import { sql, type RawBuilder } from 'kysely';
import { activeStatuses } from '#contract/rules/plans.ts';

/**
 * SQL: the states of a subscription that count as active (spec §4), for `status in (…)`. Literals, so that the indexes of active
 * subscriptions serve it.
 */
export const activeStatusList: RawBuilder<unknown> = sql.join(activeStatuses.map((status) => sql.lit(status)));
