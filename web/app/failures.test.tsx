import { notifications, notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failures, type FailureCode } from '#contract/texts/errors/failures.ts';
import type { Failure } from '#web/lib/action.ts';
import { createQueryClient } from './query-client.ts';

/*
 * Runs every action of every screen (the `use…` exports of the features' queries) against a server that answers 500,
 * and compares the toast with the text of spec §8.
 */

type Action = { mutateAsync: (input: unknown) => Promise<unknown> };
type Case = { failure: FailureCode; args?: readonly unknown[]; input?: unknown };

const [key, other] = ['s-1', 's-2'];

/** The failure texts of spec §8. An action that isn't listed shows the default toast. */
const named: Record<string, FailureCode | readonly Case[]> = {
  'account/useUpdateAccount': 'account.updateFailed',
  'account/useSetCustomLimits': 'account.limitsFailed',
  'account/useSetInvoiceSettings': 'account.invoiceFailed',
  'account/useSuspendAccount': [
    { failure: 'account.suspendFailed', input: 'suspend' },
    { failure: 'account.suspendFailed', input: 'reactivate' },
  ],
  'account/useRemoveAccount': 'account.deleteFailed',
  'account/useAccountLogo': [
    { failure: 'image.uploadFailed', input: new File(['x'], 'logo.png') },
    { failure: 'account.updateFailed', input: null },
  ],
  'billing/useRequestPlan': 'plan.unknown',
  'billing/useAssignPlan': 'plan.unknown',
  'billing/useBuyPlan': 'plan.unknown',
  'billing/useBuyAddOn': 'plan.unknown',
  'billing/useApplyPromoCode': 'plan.unknown',
  'billing/useCancelSubscription': 'subscription.cancelFailed',
  'billing/useCancelAddOn': 'subscription.cancelFailed',
  'billing/useResumeSubscription': 'subscription.resumeFailed',
  'billing/useResumeAddOn': 'subscription.resumeFailed',
  'billing/usePayInvoice': 'invoice.payFailed',
  'profile/useConfirmEmail': 'profile.emailFailed',
  'session/useUpdateMe': 'profile.updateFailed',
  'session/useChangeEmail': 'profile.emailFailed',
  'session/useChangePassword': 'profile.passwordFailed',
  'session/useAvatar.set': 'image.uploadFailed',
  'session/useAvatar.remove': 'profile.updateFailed',
  'people/useChangeRole': [
    { failure: 'membership.updateFailed', args: [{ kind: 'station', stationKey: key }], input: { role: 'staff' } },
  ],
  'people/useRemove': 'membership.removeFailed',
  'people/useWithdraw': 'invitation.withdrawFailed',
  'people/useAnswerInvite': 'invitation.answerFailed',
  'station/useRestoreStation': 'restore.failed',
  'station/useServerCommand': [
    { failure: 'server.startFailed', input: 'start' },
    { failure: 'server.restartFailed', input: 'restart' },
    { failure: 'server.stopFailed', input: 'stop' },
  ],
  'station-settings/useUpdateStation': 'station.updateFailed',
  'station-settings/useSetPrettyUrl': 'station.profileFailed',
  'station-settings/useSetProfile': 'station.profileFailed',
  'station-settings/useSetAdsTxt': 'station.updateFailed',
  'station-settings/useStationPicture': [
    { failure: 'station.logoFailed', args: [key, 'logo'] },
    { failure: 'station.backgroundFailed', args: [key, 'background'] },
  ],
  'station-settings/useSuspendStation': [{ failure: 'station.suspendFailed', input: 'suspend' }],
  'station-settings/useRemoveStation': 'station.deleteFailed',
  'stream-rules/useSetStreamRules': 'station.updateFailed',
  'relays/useAddRelay': 'relay.addFailed',
  'relays/useChangeRelay': 'relay.updateFailed',
  'relays/useRemoveRelay': 'relay.deleteFailed',
  'relays/useSetMasterLink': (['failover.addFailed', 'failover.updateFailed', 'failover.deleteFailed'] as const).map(
    (failure) => ({ failure, input: { body: {}, failed: failure } }),
  ),
  'playout/useShuffle': 'autodj.updateFailed',
  'playout/useResetAutoDj': 'autodj.restartFailed',
  'playout/useSetRules': 'autodj.updateFailed',
  'playout/useAddJingles': 'autodj.updateFailed',
  'playout/useRemoveJingles': 'autodj.updateFailed',
  'playout/useSavePlaylist': 'autodj.updateFailed',
  'playout/useChangePlaylist': 'autodj.updateFailed',
  'playout/useSetPlaylistWeight': 'autodj.updateFailed',
  'playout/useSetPlaylistHours': 'autodj.updateFailed',
  'playout/useRemovePlaylist': 'autodj.updateFailed',
  'playout/useMoveTracks': 'autodj.playlistFailed',
  'playout/useSortPlaylist': 'autodj.playlistFailed',
  'playout/useAddTracks': 'autodj.playlistFailed',
  'playout/useUndo': 'autodj.playlistFailed',
  'playout/useRemoveTracks': 'autodj.playlistFailed',
  'playout/useUpdateTrack': 'media.updateFailed',
  'library/useChangeTrack': 'media.updateFailed',
  'library/useChangeTracks': 'media.updateFailed',
  'library/useArtwork': 'image.artworkFailed',
  'library/useChangeTags': 'media.updateFailed',
  'library/useDeleteTracks': 'media.deleteFailed',
  'library/useAddToPlaylist': 'autodj.playlistFailed',
  'podcast/useCreatePodcast': 'podcast.createFailed',
  'podcast/useUpdatePodcast': 'podcast.updateFailed',
  'podcast/useRemovePodcast': 'podcast.deleteFailed',
  'advertising/useRemoveCampaign': 'campaign.deleteFailed',
  'advertising/useEnableCampaigns': 'account.limitsFailed',
  'advertising/useSetAdvertisingAvailable': 'account.limitsFailed',
  'telephony/useSetPrompt': 'prompt.uploadFailed',
  'podcast-ads/useSetAds': 'podcast.updateFailed',
  'podcast-ads/useSetEpisodeAds': 'episode.updateFailed',
  'podcast-import/useStartImport': 'import.failed',
  'podcast-import/useRetryImport': 'import.failed',
  'distribution/useSetListing': 'podcast.updateFailed',
  'episodes/useCreateEpisode': 'episode.createFailed',
  'episodes/useChangeEpisode': 'episode.updateFailed',
  'episodes/useDeleteEpisodes': 'episode.deleteFailed',
  'episodes/useTranscript': 'episode.updateFailed',
  'logger/useCutEpisode': 'episode.createFailed',
  'recording/useSaveSchedule': [
    { failure: 'schedule.createFailed', args: [key, undefined] },
    { failure: 'schedule.updateFailed', args: [key, other] },
  ],
  'recording/useRemoveSchedule': 'schedule.deleteFailed',
  'raw-data/useDownloadRaw': 'raw.liveFailed',
  'raw-data/useEmailRawData': 'raw.monthlyFailed',
  'raw-data/useDownloadReport': 'raw.archivesFailed',
  'raw-data/useDownloadArchives': 'raw.archivesFailed',
  'raw-data/useSubscribe': 'raw.subscribeFailed',
  'raw-data/useUnsubscribe': 'raw.unsubscribeFailed',
};

/** Shows its failures beside the invited addresses, not as a toast. */
const withoutToast = new Set(['people/useInvite', 'people/useInviteToStations']);
/** Reads only. */
const readers = new Set(['station/useStationsLive']);

const answer = (status: number, error: object): Response => new Response(JSON.stringify({ error }), { status });
const unexpected = {
  code: 'request.unexpected',
  title: 'Something went wrong',
  message: 'Please reload the page and try again.',
  id: 'log-7',
};

beforeEach(() => {
  vi.stubGlobal('fetch', async () => answer(500, unexpected));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  notifications.clean();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A value of any shape, for inputs that only have to reach the call. */
const anything = (): unknown =>
  new Proxy(() => 'x', {
    get: (_, name) => {
      if (name === Symbol.toPrimitive || name === 'toJSON' || name === 'toString') return () => 'x';
      if (name === Symbol.iterator) return () => [anything()].values();
      return name === 'then' ? undefined : anything();
    },
  });

/** Calls a hook as a screen does and returns the actions it provides, by name. */
const actionsOf = (name: string, hook: (...args: unknown[]) => unknown, args: readonly unknown[]) => {
  let result: unknown;
  const Screen = () => {
    result = hook(...args);
    return null;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
  const isAction = (value: unknown): value is Action =>
    typeof value === 'object' && value !== null && 'mutateAsync' in value;
  if (isAction(result)) return [[name, result] as const];
  return Object.entries(result ?? {}).flatMap(([part, value]) =>
    isAction(value) ? [[`${name}.${part}`, value] as const] : [],
  );
};

const files = import.meta.glob<Record<string, () => unknown>>(['../features/**/*queries.ts', '../parts/*-queries.ts']);

const hooks = async (): Promise<[string, (...args: unknown[]) => unknown][]> => {
  const hooksOfFiles = await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      const [, feature = '', part = ''] = /features\/([^/]+)|parts\/(.+)-queries/.exec(path) ?? [];
      return Object.entries(await load()).flatMap(([name, hook]) =>
        /^use[A-Z]/.test(name) ? [[`${feature || part}/${name}`, hook] as [string, () => unknown]] : [],
      );
    }),
  );
  return hooksOfFiles.flat();
};

const toastTextOf = async (action: Action, input: unknown): Promise<string> => {
  notifications.clean();
  await expect(action.mutateAsync(input)).rejects.toThrow();
  const toasts = notificationsStore.getState().notifications;
  return toasts.map(({ title, message }) => renderToStaticMarkup(<>{[title, ': ', message]}</>)).join('\n');
};

const withWording = (text: string): string =>
  text.replaceAll('{AutoDJ}', 'Auto DJ').replaceAll('{Podcast}', 'Podcast').replaceAll('{podcast}', 'podcast');

const expectedToast = (failure: Failure): string => {
  if (failure === 'default') return `${unexpected.title}: ${unexpected.message} (log-7)`;
  const [, title, text] = failures[failure];
  return withWording(`${title}: ${text} (log-7)`);
};

test('every failing action shows its text of spec §8, with the id of the log line', async () => {
  const seen = new Set<string>();
  const mismatches: string[] = [];
  for (const [hookName, hook] of await hooks()) {
    if (readers.has(hookName)) continue;
    const listed = Object.entries(named).filter(([name]) => name === hookName || name.startsWith(`${hookName}.`));
    const variants = listed.flatMap(([, cases]) => (typeof cases === 'string' ? [] : cases));
    for (const variant of variants.length > 0 ? variants : [undefined]) {
      const args = variant?.args ?? [anything(), anything()];
      for (const [name, action] of actionsOf(hookName, hook, args)) {
        if (withoutToast.has(name)) continue;
        seen.add(name);
        const listedFailure = named[name];
        const failure = variant?.failure ?? (typeof listedFailure === 'string' ? listedFailure : 'default');
        const input = variant && 'input' in variant ? variant.input : anything();
        const actual = await toastTextOf(action, input);
        const expected = expectedToast(failure);
        if (actual !== expected) mismatches.push(`${name}: ${actual}, expected ${expected}`);
      }
    }
  }
  expect(mismatches).toEqual([]);
  expect(Object.keys(named).filter((name) => !seen.has(name))).toEqual([]);
  expect(seen.size).toBeGreaterThan(100);
});

test('texts quoted in spec §8 are unchanged', () => {
  const quoted: [FailureCode, title: string | undefined, text: string | undefined][] = [
    ['account.updateFailed', undefined, 'Failed to update the account'],
    ['account.limitsFailed', undefined, 'Failed to update account limits'],
    ['account.invoiceFailed', undefined, 'Failed to update account invoice settings'],
    ['account.suspendFailed', undefined, 'Failed to suspend or reactivate the account'],
    ['account.deleteFailed', 'Account Delete Error', 'Failed to delete the account'],
    ['station.deleteFailed', 'Unable to delete the station', undefined],
    ['restore.failed', 'Unable to restore the station', undefined],
    ['station.updateFailed', 'Failed to update station info', undefined],
    ['relay.fetchFailed', undefined, 'Failed to fetch relays.'],
    ['autodj.updateFailed', undefined, 'Failed to update {AutoDJ} configuration. Please try again later.'],
    ['episode.uploadFailed', undefined, 'Failed to upload the episode. Please try again.'],
    ['podcast.deleteFailed', undefined, 'Unable to delete the {podcast}.'],
    ['prompt.uploadFailed', undefined, 'Failed to upload Welcome Prompt'],
    ['campaign.deleteFailed', undefined, 'Failed to delete the campaign. Please try again.'],
    ['raw.liveFailed', undefined, 'Failed to fetch live raw stats. Please wait a minute and try again.'],
    ['raw.monthlyFailed', undefined, 'Failed to request monthly raw stats. Please try again later.'],
    ['raw.archivesFailed', undefined, 'Failed to fetch raw stats archives. Please try again later.'],
    ['raw.statusFailed', undefined, 'Failed to fetch archive status'],
    ['plan.unknown', undefined, 'Unknown error occurred'],
  ];
  for (const [code, title, text] of quoted) {
    if (title !== undefined) expect(failures[code][1]).toBe(title);
    if (text !== undefined) expect(failures[code][2]).toBe(text);
  }
});
