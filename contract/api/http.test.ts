import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint, type BodyOf, type InputOf } from './http.ts';
import { AccountKey, StationKey } from '../rules/keys.ts';

const body = z.object({ station_key: z.optional(StationKey), title: z.string() });

describe('endpoint()', () => {
  it('accepts one action for the only key', () => {
    const suspend = endpoint('PUT stations/{key}/suspend', { access: 'station.update', summary: 's' });
    expect(suspend.access).toEqual({ 'path.key': 'station.update' });
    expect(suspend.path).toBe('/v1/stations/{key}/suspend');
  });

  it('finds the only key in the query too', () => {
    const stats = endpoint('GET stations/stats/{type}', {
      access: 'station.readAnalytics',
      summary: 's',
      params: { type: z.string() },
      query: { stationKeys: z.array(StationKey) },
    });
    expect(stats.access).toEqual({ 'query.stationKeys': 'station.readAnalytics' });
    const input: InputOf<typeof stats> = { params: { type: 'day' } };
    expect(input.params.type).toBe('day');
  });

  it('types the body from its schema', () => {
    const create = endpoint('POST podcasts/', {
      access: { 'query.accountKey': 'account.update', 'body.station_key': 'station.update' },
      summary: 's',
      query: { accountKey: AccountKey },
      body,
    });
    const good: BodyOf<(typeof create)['spec']> = { title: 'x' };
    // @ts-expect-error a misspelt field
    const bad: BodyOf<(typeof create)['spec']> = { titel: 'x' };
    expect([good, bad]).toHaveLength(2);
  });

  it('does not compile while a key has no action', () => {
    const undelete = 'PUT accounts/{id}/undeleteStation/{stationKey}';
    const params = { stationKey: StationKey };
    // @ts-expect-error two keys, one action
    endpoint(undelete, { access: 'account.update', summary: 's', params });
    // @ts-expect-error the action belongs to another resource
    endpoint('PUT accounts/{id}', { access: 'station.update', summary: 's' });
    // @ts-expect-error no key, but a key's action
    endpoint('GET accounts/', { access: 'account.read', summary: 's' });
    // @ts-expect-error an undeclared path parameter
    endpoint('GET accounts/{id}/x/{foo}', { access: 'account.read', summary: 's' });
    const query = { accountKey: AccountKey };
    // @ts-expect-error the key in the body is not covered
    endpoint('POST podcasts/', { access: { 'query.accountKey': 'account.update' }, summary: 's', query, body });
    expect(true).toBe(true);
  });
});
