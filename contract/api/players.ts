import * as z from 'zod/mini';
import { ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { PlayerKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { listed, text, whole } from '../rules/listing.ts';
import { ChangedPlayer, ChangedStationPlayer, NewPlayer, Player } from './player.ts';
import { PlayerStatsReply, PlayerSummary } from './player-stats.ts';

/* Embeddable players of an account, and the player that each station has. */

const flag = 'players';
const one = { 'path.id': 'account.readPlayers', 'path.playerKey': 'player.read' } as const;
const plays = {
  'body.stations': 'station.read',
  'body.podcast': 'podcast.read',
  'body.episodes': 'episode.read',
} as const;
const writesOne = { 'path.id': 'account.writePlayers', 'path.playerKey': 'player.write' } as const;

const statsCall = {
  params: { type: z.enum(['day', 'period']) },
  query: {
    from_date: ListeningDay,
    to_date: ListeningDay,
    frequency: z.optional(z.enum(['hour', 'day'])),
    /** The host of a website, '' for players that don't know it; all websites if omitted. */
    site: z.optional(text(100)),
  },
};

/** `stats_30d` is null while it is unknown. */
export const ListedPlayer = z.extend(Player, { stats_30d: z.nullable(PlayerSummary) });
export type ListedPlayer = z.infer<typeof ListedPlayer>;

export const playerSorts = ['name', 'created', 'updated'] as const;

export const players = {
  list: endpoint('GET accounts/{id}/players', {
    flag,
    access: 'account.readPlayers',
    summary: "An account's players, without those that its stations have by themselves, with their last 30 days",
    query: {
      limit: whole(limits.playerListPage, 1000),
      offset: whole(0, 1_000_000),
      search: z.optional(text(100)),
      sortBy: z._default(z.enum(playerSorts), 'name'),
      sortDesc: z._default(z.stringbool(), false),
    },
    returns: listed(ListedPlayer),
    spec: 'own',
  }),
  create: endpoint('POST accounts/{id}/players', {
    flag,
    access: { 'path.id': 'account.writePlayers', ...plays },
    summary: 'Create a player',
    body: NewPlayer,
    returns: Player,
    status: 201,
    idempotent: true,
    spec: 'own',
    changes: ['accounts/{id}/players'],
  }),
  get: endpoint('GET accounts/{id}/players/{playerKey}', {
    flag,
    access: one,
    summary: 'A player, with its code for websites',
    returns: Player,
    spec: 'own',
  }),
  update: endpoint('PUT accounts/{id}/players/{playerKey}', {
    flag,
    access: { ...writesOne, ...plays },
    summary: 'Change a player; websites that show it need no change',
    body: ChangedPlayer,
    returns: Player,
    spec: 'own',
    changes: ['accounts/{id}/players'],
  }),
  duplicate: endpoint('POST accounts/{id}/players/{playerKey}/duplicate', {
    flag,
    access: writesOne,
    summary: 'Create a copy of a player',
    returns: Player,
    status: 201,
    idempotent: true,
    spec: 'own',
    changes: ['accounts/{id}/players'],
  }),
  remove: endpoint('DELETE accounts/{id}/players/{playerKey}', {
    flag,
    access: writesOne,
    summary: 'Delete a player; websites show it no longer. It can be restored for 30 days',
    spec: 'own',
    changes: ['accounts/{id}/players'],
  }),
  restore: endpoint('POST accounts/{id}/players/{playerKey}/restore', {
    flag,
    access: { 'path.id': 'account.writePlayers', 'path.playerKey': 'player.restore' },
    summary: 'Restore a deleted player, with its former code',
    returns: Player,
    spec: 'own',
    changes: ['accounts/{id}/players'],
  }),
  stats: endpoint('GET accounts/{id}/players/{playerKey}/stats/{type}', {
    flag,
    access: { 'path.id': 'account.readAnalytics', 'path.playerKey': 'player.readAnalytics' },
    summary: 'The numbers of a player: by time, website, station and country, of all websites or one',
    ...statsCall,
    returns: PlayerStatsReply,
    spec: 'own',
  }),
  removeAll: endpoint('POST accounts/{id}/players/remove', {
    flag,
    access: { 'path.id': 'account.writePlayers', 'body.keys': 'player.write' },
    summary: 'Delete several players',
    body: z.object({ keys: z.array(PlayerKey).check(z.minLength(1), z.maxLength(limits.playersOfAccount)) }),
    returns: z.object({ removed: z.number() }),
    spec: 'own',
    changes: ['accounts/{id}/players'],
  }),
  ofStation: endpoint('GET stations/{id}/player', {
    flag,
    access: 'station.readSettings',
    summary: "A station's own player",
    returns: Player,
  }),
  statsOfStation: endpoint('GET stations/{id}/player/stats/{type}', {
    flag,
    access: 'station.readAnalytics',
    summary: "The numbers of a station's own player",
    ...statsCall,
    returns: PlayerStatsReply,
    spec: 'own',
  }),
  updateOfStation: endpoint('PUT stations/{id}/player', {
    flag,
    access: 'station.update',
    summary: "Change a station's own player",
    body: ChangedStationPlayer,
    returns: Player,
    changes: ['accounts/*/players'],
  }),
};
