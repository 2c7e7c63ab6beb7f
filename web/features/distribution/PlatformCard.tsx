import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { PlatformState } from '#contract/api/distribution.ts';
import type { DistributionPlatform } from '#contract/rules/distribution-platforms.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { moment } from '#web/lib/format.ts';
import { PlatformMark } from './PlatformMark.tsx';
import { ListingUrlForm } from './ListingUrlForm.tsx';
import { stateLabels } from './listing-states.ts';
import { useCheckListing, useSetListing } from './queries.ts';
import classes from './Distribute.module.css';

type PlatformCardProps = {
  podcastKey: PodcastKey;
  platform: DistributionPlatform;
  state: PlatformState;
  /** The states of all platforms, because some can be checked by their Apple listing. */
  states: readonly PlatformState[];
  mayChange: boolean;
  /** Whether it is one of the directories that most listeners use. */
  isLeading?: boolean;
};

/** One platform: the state of the podcast there and the next step. */
export const PlatformCard = (props: PlatformCardProps) => {
  const { podcastKey, platform, state, states, mayChange, isLeading = false } = props;
  const { text, color } = stateLabels[state.state];
  const id = useId();
  return (
    <section className={classes.card} data-leading={isLeading || undefined} aria-labelledby={id}>
      <div className={classes.head}>
        <PlatformMark platform={platform.id} size={isLeading ? 52 : 40} />
        <div className={classes.name}>
          <Title order={3} size={isLeading ? 'h4' : 'h6'} id={id}>
            {platform.name}
          </Title>
          {state.url !== '' && (
            <a href={state.url} target="_blank" rel="noreferrer" className={classes.listing} dir="ltr">
              {state.url.replace(/^https:\/\//, '')}
            </a>
          )}
        </div>
        <Badge color={color} miw="max-content">
          {text}
        </Badge>
      </div>
      <Text size="sm" c="dimmed">
        {state.state === 'not_submitted' || state.finding === '' ? platform.how : state.finding}
        {state.checked !== null && ` Checked ${moment(state.checked)}.`}
      </Text>
      {mayChange && <Steps podcastKey={podcastKey} platform={platform} state={state} states={states} />}
    </section>
  );
};

type StepsProps = Omit<PlatformCardProps, 'mayChange' | 'isLeading'>;

const Steps = ({ podcastKey, platform, state, states }: StepsProps) => {
  const [step, setStep] = useState<'none' | 'confirm' | 'url'>('none');
  const setListing = useSetListing(podcastKey);
  const check = useCheckListing(podcastKey);
  const isOpen = state.state === 'not_submitted';
  const done = (): void => setStep('none');
  if (step === 'url')
    return <ListingUrlForm podcastKey={podcastKey} platform={platform} url={state.url} onClose={done} />;
  if (step === 'confirm')
    return (
      <Group gap="xs" role="group" aria-label={`${platform.name}: submitted?`}>
        <Text size="sm">Did you submit it there?</Text>
        <Button
          size="xs"
          loading={setListing.isPending}
          onClick={() => setListing.mutate({ platform: platform.id, submitted: true }, { onSuccess: done })}
        >
          Yes, submitted
        </Button>
        <Button size="xs" variant="default" onClick={done}>
          Not yet
        </Button>
      </Group>
    );
  return (
    <div className={classes.actions}>
      {state.url === '' && (
        <Button
          size="xs"
          variant={isOpen && !platform.followsApple ? 'light' : 'default'}
          component="a"
          href={state.submit_url}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={15} aria-hidden />}
          onClick={() => setStep(isOpen && !platform.followsApple ? 'confirm' : 'none')}
        >
          {platform.followsApple ? 'How to get listed' : 'Submit'}
          <Hidden>
            {platform.followsApple ? ' on ' : ' to '}
            {platform.name}
          </Hidden>
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setStep('url')}>
        {state.url === '' ? 'Enter listing URL' : 'Change URL'}
        <Hidden> of {platform.name}</Hidden>
      </Button>
      {isCheckable(platform, state, states) && (
        <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate(platform.id)}>
          Check now<Hidden>: {platform.name}</Hidden>
        </Button>
      )}
      {!isOpen && (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          loading={setListing.isPending}
          onClick={() => setListing.mutate({ platform: platform.id, submitted: false })}
        >
          Start over<Hidden> with {platform.name}</Hidden>
        </Button>
      )}
    </div>
  );
};

const Hidden = ({ children }: { children: React.ReactNode }) => <span className={classes.hidden}>{children}</span>;

/** Whether the listing can be checked: by its URL, by a search, or by its Apple id. */
const isCheckable = ({ check }: DistributionPlatform, { url }: PlatformState, states: readonly PlatformState[]) => {
  if (url !== '' || check.by === 'search') return true;
  if (check.by !== 'page') return false;
  const isOnApple = states.some(({ platform, state }) => platform === 'apple' && state === 'listed');
  return check.byFeed !== undefined || (check.byApple !== undefined && isOnApple);
};
