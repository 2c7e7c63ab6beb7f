import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { brand } from '#brand/brand.ts';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { kindsOffered, type AccountReport, type ReportKind } from '#contract/api/report-schedule.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { everyPodcast, type ReportScope } from './report-calls.ts';
import { defaultSubject, kindNames } from './report-labels.ts';

type Form = UseFormReturn<z.input<typeof AccountReport>, unknown, z.output<typeof AccountReport>>;
type ReportSubjectProps = { form: Form; place: ReportScope };

/** Selects the statistics of a report, and for an account's podcast or app reports one podcast or station. */
export const ReportSubject = ({ form, place }: ReportSubjectProps) => {
  const kind = useWatch({ control: form.control, name: 'kind' }) ?? 'streaming';
  const kinds = kindsOffered(brand.flags, place.scope);
  const choose = (chosen: string): void => {
    form.setValue('kind', chosen as ReportKind, { shouldDirty: true });
    form.setValue('podcastKey', undefined);
    form.setValue('stationKey', undefined);
  };
  return (
    <>
      {kinds.length > 1 && (
        <NativeSelect
          label="Statistics"
          value={kind}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={kinds.map((value) => ({ value, label: kindNames[value] }))}
        />
      )}
      {place.scope === 'account' && kind === 'podcasts' && <PodcastField form={form} account={place.id} />}
      {place.scope === 'account' && kind === 'app' && <StationField form={form} account={place.id} />}
    </>
  );
};

type OneProps = { form: Form; account: AccountKey };

const PodcastField = ({ form, account }: OneProps) => {
  const { data } = useQuery(podcastsQuery({ accountKey: account }, everyPodcast));
  const value = useWatch({ control: form.control, name: 'podcastKey' });
  return (
    <NativeSelect
      label={brand.wording.Podcast}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        form.setValue('podcastKey', (currentTarget.value || undefined) as PodcastKey | undefined, { shouldDirty: true })
      }
      data={[
        { value: '', label: defaultSubject('podcasts') },
        ...(data?.entities ?? []).map(({ key, title }) => ({ value: key as string, label: title })),
      ]}
    />
  );
};

const StationField = ({ form, account }: OneProps) => {
  const { data } = useQuery(accountStationsQuery(account));
  const value = useWatch({ control: form.control, name: 'stationKey' });
  return (
    <NativeSelect
      label="Station"
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        form.setValue('stationKey', (currentTarget.value || undefined) as StationKey | undefined, { shouldDirty: true })
      }
      data={[
        { value: '', label: defaultSubject('app') },
        ...(data?.entities ?? []).map(({ key, name }) => ({ value: key as string, label: name })),
      ]}
    />
  );
};
