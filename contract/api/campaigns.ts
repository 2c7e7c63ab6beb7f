import * as z from 'zod/mini';
import { Inventory } from './campaign-forecast.ts';
import { CampaignReport } from './campaign-report.ts';
import {
  AdvertisingDetails,
  Campaign,
  CampaignAudio,
  CampaignSummary,
  campaignStatuses,
  ChangedCampaign,
  ChangedCampaigns,
  NewCampaign,
  NewRuleChain,
  PatchedCampaign,
  RuleChain,
} from './campaign.ts';
import { Rules, targetTypes } from '../rules/ad-rules.ts';
import { ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { StationKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { listed, text, whole } from '../rules/listing.ts';

const campaignLists = [
  'accounts/{id}/campaigns',
  'accounts/{id}/campaigns/advertisers',
  'accounts/{id}/campaigns/forecast',
  'accounts/{id}/campaigns/rules/inventory',
] as const;

/* Advertising campaigns of an account (spec §7 "Campaigns"). */

const flag = 'advertising';
const ChainId = { chainId: z.uuid('Not the ID of a rule chain.') };
const StationKeys = { stationKeys: z._default(z.array(StationKey).check(z.maxLength(1000)), []) };
const withStations = { path: 'account.writeCampaigns', stations: 'station.read' } as const;

/** A place in a tree of targets, with the share of the account's listeners of the last 30 days who are in it. */
const TargetPlace = z.object({
  path: z.string(),
  label: z.string(),
  listeners30d: z.number(),
  hasChildren: z.boolean(),
});

export const TargetRoot = z.object({
  type: z.enum(targetTypes),
  path: z.string(),
  label: z.string(),
  childCount: z.number(),
  listeners30d: z.number(),
});
export type TargetRoot = z.infer<typeof TargetRoot>;

export const TargetDetail = z.object({
  type: z.enum(targetTypes),
  path: z.string(),
  label: z.string(),
  /** Null at the root. */
  parent: z.nullable(z.string()),
  listeners30d: z.number(),
  /** Of all listeners of the account's stations, 0–100. */
  sharePct: z.number(),
  /** By listeners, at most 500. */
  children: z.array(TargetPlace),
});
export type TargetDetail = z.infer<typeof TargetDetail>;

const campaignForm = {
  json: { field: 'campaign', schema: NewCampaign },
  file: { field: 'file', maxBytes: limits.adAudioMaxBytes, optional: true },
} as const;

export const campaigns = {
  create: endpoint('POST accounts/{id}/campaigns/', {
    flag,
    access: { 'path.id': withStations.path, 'query.stationKeys': withStations.stations },
    summary: 'Create a campaign, with its audio if there is some already',
    query: StationKeys,
    form: campaignForm,
    // Each may bring a file of 50 MB.
    rateLimit: { max: 60, seconds: 3600 },
    returns: Campaign,
    status: 201,
    idempotent: true,
    changes: campaignLists,
  }),
  get: endpoint('GET accounts/{id}/campaigns/{cid}', {
    flag,
    access: { 'path.id': 'account.readCampaigns', 'path.cid': 'campaign.read' },
    summary: 'A campaign',
    returns: Campaign,
  }),
  list: endpoint('GET accounts/{id}/campaigns', {
    flag,
    access: 'account.readCampaigns',
    summary: "An account's campaigns",
    query: {
      page: whole(0, 100_000),
      size: whole(10, 1000),
      sortBy: z._default(
        z.enum([
          'name',
          'advertiser',
          'startDate',
          'endDate',
          'status',
          'actual',
          'objective',
          'deliveryRate',
          'updated',
        ]),
        'updated',
      ),
      sortDirection: z._default(z.enum(['asc', 'desc']), 'desc'),
      advertiser: z.optional(text(120)),
      status: z.optional(z.enum(campaignStatuses)),
      search: z.optional(text(120)),
    },
    returns: listed(CampaignSummary),
  }),
  update: endpoint('PUT accounts/{id}/campaigns', {
    flag,
    access: {
      'path.id': withStations.path,
      'query.stationKeys': withStations.stations,
      'body.id': 'campaign.write',
    },
    summary: 'Save a whole campaign',
    query: StationKeys,
    body: ChangedCampaign,
    returns: Campaign,
    changes: campaignLists,
  }),
  patch: endpoint('PATCH accounts/{id}/campaigns', {
    flag,
    access: { 'path.id': 'account.writeCampaigns', 'body.id': 'campaign.write' },
    summary: 'Change some fields of a campaign, e.g. switch it on or off',
    body: PatchedCampaign,
    returns: Campaign,
    changes: campaignLists,
  }),
  patchAll: endpoint('PATCH accounts/{id}/campaigns/all', {
    flag,
    access: { 'path.id': 'account.writeCampaigns', 'body.ids': 'campaign.write' },
    summary: 'Switch several campaigns on or off, or extend them: all of them, or none if one can’t be changed',
    body: ChangedCampaigns,
    returns: z.object({ changed: z.number() }),
    spec: 'own',
    changes: ['accounts/{id}/campaigns/**'],
  }),
  remove: endpoint('DELETE accounts/{id}/campaigns/{cid}/delete', {
    flag,
    access: { 'path.id': 'account.readCampaigns', 'path.cid': 'campaign.delete' },
    summary: 'Delete a campaign; one that was heard is archived instead, as it was paid for',
    changes: campaignLists,
  }),
  setAudio: endpoint('POST accounts/{id}/campaigns/{cid}/audio', {
    flag,
    access: { 'path.id': 'account.writeCampaigns', 'path.cid': 'campaign.write' },
    summary: 'Replace the audio of a campaign; the former one plays until the new one is ready',
    form: {
      // Where the 30 s begin in a longer file, s; the beginning unless given.
      fields: { from: z.optional(z.coerce.number().check(z.gte(0), z.lte(3600))) },
      file: { field: 'file', maxBytes: limits.adAudioMaxBytes },
    },
    rateLimit: { max: 60, seconds: 3600 },
    returns: CampaignAudio,
    spec: 'own',
    changes: ['accounts/{id}/campaigns/{cid}', 'accounts/{id}/campaigns'],
  }),
  audio: endpoint('GET accounts/{id}/campaigns/{cid}/audio', {
    flag,
    access: { 'path.id': 'account.readCampaigns', 'path.cid': 'campaign.read' },
    summary: 'The audio of a campaign as it is played: that of one of its attempts, by default the first',
    query: { order: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(20))) },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
  audioInStream: endpoint('GET accounts/{id}/campaigns/{cid}/audio/in-stream', {
    flag,
    access: { 'path.id': 'account.readCampaigns', 'path.cid': 'campaign.read', 'query.station': 'station.read' },
    summary: 'The audio of a campaign within what a station plays now, joined as its listeners would hear it',
    query: { station: StationKey },
    // Each takes some seconds of the stream.
    rateLimit: { max: 120, seconds: 3600 },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
  createRuleChain: endpoint('POST accounts/{id}/rule-chains/', {
    flag,
    access: 'account.writeCampaigns',
    summary: 'Save a list of rules to use it in several campaigns',
    body: NewRuleChain,
    returns: RuleChain,
    status: 201,
    idempotent: true,
    changes: ['accounts/{id}/campaigns/rule-chains'],
  }),
  ruleChains: endpoint('GET accounts/{id}/campaigns/rule-chains', {
    flag,
    access: 'account.readCampaigns',
    summary: "An account's rule chains",
    returns: z.array(RuleChain),
  }),
  changeRuleChain: endpoint('PUT accounts/{id}/rule-chains/{chainId}', {
    flag,
    access: 'account.writeCampaigns',
    summary: 'Change a rule chain; campaigns that use it keep the rules they were saved with',
    params: ChainId,
    body: NewRuleChain,
    returns: RuleChain,
    spec: 'own',
    changes: ['accounts/{id}/campaigns/rule-chains'],
  }),
  removeRuleChain: endpoint('DELETE accounts/{id}/rule-chains/{chainId}', {
    flag,
    access: 'account.writeCampaigns',
    summary: 'Delete a rule chain; campaigns that use it keep their rules',
    params: ChainId,
    spec: 'own',
    changes: ['accounts/{id}/campaigns/rule-chains'],
  }),
  targets: endpoint('GET accounts/{id}/campaigns/targets', {
    flag,
    access: 'account.readCampaigns',
    summary: 'The trees of targets that the account can use',
    returns: z.array(TargetRoot),
  }),
  target: endpoint('GET accounts/{id}/campaigns/target/detail', {
    flag,
    access: 'account.readCampaigns',
    summary: 'A place in a tree of targets, with the places within it',
    query: { path: z._default(text(300), ''), type: z.enum(targetTypes), search: z.optional(text(100)) },
    returns: TargetDetail,
  }),
  advertisers: endpoint('GET accounts/{id}/campaigns/advertisers', {
    flag,
    access: 'account.readCampaigns',
    summary: "The advertisers of an account's campaigns, each once",
    returns: z.array(z.string()),
  }),
  details: endpoint('GET accounts/{id}/campaigns/audioadvertising/details', {
    flag,
    access: 'account.readCampaigns',
    summary: 'The price of an impression, and what the account can reach',
    returns: AdvertisingDetails,
  }),
  enabled: endpoint('GET accounts/{id}/campaigns/audioadvertising/enabled', {
    flag,
    access: 'account.readCampaigns',
    summary: 'Whether the account runs campaigns itself',
    returns: z.object({ enabled: z.boolean() }),
  }),
  enable: endpoint('PUT accounts/{id}/campaigns/audioadvertising/enabled', {
    flag,
    access: { 'path.id': 'account.setLimits' },
    summary: 'Let an account run campaigns itself, or no longer, and set its price of an impression',
    body: z.object({
      enabled: z.boolean(),
      /** In the currency's major unit, for campaigns and requests from now on; null for the usual price. */
      impressionPrice: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(1000)))),
    }),
    returns: z.object({ enabled: z.boolean() }),
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  inventory: endpoint('POST accounts/{id}/campaigns/rules/inventory', {
    flag,
    access: 'account.readCampaigns',
    summary: 'How many impressions these rules can still get',
    query: {
      /** The zone offset in which `from` and `to` are days: `+02:00`. */
      offset: z._default(z.string().check(z.regex(/^[+-]\d{2}:\d{2}$/, 'Not a zone offset like +02:00.')), '+00:00'),
      from: ListeningDay,
      to: ListeningDay,
      priority: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(5)), 3),
    },
    body: Rules,
    audit: false,
    returns: Inventory,
    changes: { none: 'It only calculates.' },
  }),
  report: endpoint('GET accounts/{id}/campaigns/{cid}/reports', {
    flag,
    access: { 'path.id': 'account.readCampaigns', 'path.cid': 'campaign.read' },
    summary: 'What a campaign has delivered: when, where and on which stations',
    query: { from: z.optional(ListeningDay), to: z.optional(ListeningDay) },
    returns: CampaignReport,
  }),
};
