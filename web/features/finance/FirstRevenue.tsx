import { Alert, Anchor, Button, List, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';
import type { FinanceOverview } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { money } from '#web/lib/currencies.ts';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './Finance.module.css';

type FirstRevenueProps = { accountKey: AccountKey; overview: FinanceOverview };

/** What an account that has earned nothing yet does to earn: its steps, and which are done. */
export const FirstRevenue = ({ accountKey, overview }: FirstRevenueProps) => {
  const { stations, stationsWithAds, stationsWithNetworkAds, streamCpm, podcastCpm, currency } = overview;
  if (!brand.flags.advertising) return <NotOffered />;
  return (
    <Surface>
      <div className={classes.first}>
        <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
          <IconCoins size={30} />
        </ThemeIcon>
        <Title order={2} size="h3">
          Earn with audio ads
        </Title>
        <Text c="dimmed" maw={560}>
          Advertisers book campaigns with the portal, and your listeners hear them in breaks that you decide on. You
          earn <strong>{money(streamCpm, currency)}</strong> for each thousand impressions on your stations, and{' '}
          <strong>{money(podcastCpm, currency)}</strong> in your {wording.podcasts}. Your own campaigns play too, but
          earn nothing.
        </Text>
        <List spacing="sm" className={classes.steps} center={false}>
          <Step isDone={stations > 0} title="Create a station">
            Listeners hear ads in its stream.
          </Step>
          <Step isDone={stationsWithAds > 0} title="Accept the agreement and switch audio ads on">
            In the settings of a station, under “Audio ads”. There you also choose when breaks are made.
          </Step>
          <Step isDone={stationsWithNetworkAds > 0} title="Admit campaigns of the network">
            In the same place. Block categories and advertisers that don’t suit your station.
          </Step>
          <Step isDone={false} title="Wait for the first spot">
            It counts when a listener could hear it from its beginning. Revenue appears here within minutes; each month
            has a statement on the 3rd of the next, which you make an invoice of.
          </Step>
        </List>
        <NextStep accountKey={accountKey} overview={overview} />
      </div>
    </Surface>
  );
};

const Step = ({ isDone, title, children }: { isDone: boolean; title: string; children: ReactNode }) => (
  <List.Item
    classNames={{ itemWrapper: classes.step! }}
    icon={
      <ThemeIcon size={26} radius="xl" variant={isDone ? 'filled' : 'light'} color={isDone ? 'green' : 'gray'}>
        {isDone ? <IconCheck size={16} aria-hidden /> : <IconCircleDashed size={16} aria-hidden />}
      </ThemeIcon>
    }
  >
    <Text fw={600} component="span">
      {title}
      {isDone && <span className={classes.done}> (done)</span>}
    </Text>
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  </List.Item>
);

const NextStep = ({ accountKey, overview }: FirstRevenueProps) => {
  const { data } = useQuery({ ...accountStationsQuery(accountKey), throwOnError: false });
  const [only, other] = data?.entities ?? [];
  if (overview.stations === 0)
    return (
      <Button
        renderRoot={(props) => <Link to="/accounts/$accountKey/stations/create" params={{ accountKey }} {...props} />}
      >
        Create a station
      </Button>
    );
  if (only && !other)
    return (
      <Button
        renderRoot={(props) => (
          <Link
            to="/accounts/$accountKey/stations/$stationKey/settings/audio-ads"
            params={{ accountKey, stationKey: only.key }}
            {...props}
          />
        )}
      >
        Open audio ads
      </Button>
    );
  return (
    <div className={classes.stations}>
      <Text size="sm" fw={600}>
        Audio ads of
      </Text>
      {(data?.entities ?? []).slice(0, 8).map(({ key, name }) => (
        <Anchor
          key={key}
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/accounts/$accountKey/stations/$stationKey/settings/audio-ads"
              params={{ accountKey, stationKey: key }}
              {...props}
            />
          )}
        >
          <bdi>{name}</bdi>
        </Anchor>
      ))}
      {(data?.entities.length ?? 0) > 8 && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/accounts/$accountKey/stations" params={{ accountKey }} {...props} />}
        >
          All stations
        </Anchor>
      )}
    </div>
  );
};

const NotOffered = () => (
  <Alert title="No revenue">
    {brand.name} plays no audio ads, so there is nothing to earn yet. Revenue appears here once it does.
  </Alert>
);
