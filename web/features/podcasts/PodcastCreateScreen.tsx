import { Button } from '@mantine/core';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';
import { podcastErrors } from '#contract/texts/errors/podcasts.ts';
import { canCreatePodcast } from '#contract/rules/plans.ts';
import { planFeaturesQuery } from '#web/features/billing/queries.ts';
import { ImportPanel } from '#web/features/podcast-import/shared/ImportPanel.tsx';
import { isPortalAdmin, meQuery, useMay } from '#web/features/session/queries.ts';
import { errorOf } from '#web/lib/error-of.ts';
import { podcastsPath, usePodcastScope, type PodcastScope } from '#web/parts/podcast-scope.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MethodPicker } from './MethodPicker.tsx';
import { PodcastForm } from './PodcastForm.tsx';
import { methods, type Method } from './podcast-methods.ts';

/** `…/podcasts/create`: offers the brand's methods (spec §1) while the plan allows another podcast. */
export const PodcastCreateScreen = () => {
  const scope = usePodcastScope();
  const navigate = useNavigate();
  const [method, setMethod] = useState<Method>(brand.flags.defaultPodcastMethod);
  const { mayCreate, mayRecord } = usePlanLimits(scope);
  const path = podcastsPath(scope);
  return (
    <>
      <PageHeader title={`Create ${wording.podcast}`} description="You can change all of this later." />
      {mayCreate === false ? (
        <Upgrade scope={scope}>{errorOf(podcastErrors, 'plan.podcastLimit').message}</Upgrade>
      ) : (
        <>
          {methods.length > 1 && <MethodPicker value={method} onChange={setMethod} />}
          {method === 'record' && mayRecord === false ? (
            <Upgrade scope={scope}>{errorOf(podcastErrors, 'plan.podcastRecording').message}</Upgrade>
          ) : method === 'import' ? (
            <ImportPanel
              scope={scope}
              title={`Import your ${wording.podcast}`}
              description="Imports everything in the feed: episodes with audio, images, dates and GUIDs. Nothing changes for your listeners until you redirect the feed."
              onStarted={({ data }) => void navigate({ to: `${path}/${data.key}/import` as '/' })}
              onCancel={() => void navigate({ to: path as '/' })}
            />
          ) : (
            <PodcastForm
              key={method}
              scope={scope}
              isRecorded={method === 'record'}
              onCreated={({ key }) =>
                navigate({ to: `${path}/${key}${method === 'record' ? '/recording' : ''}` as '/' })
              }
              onCancel={() => void navigate({ to: path as '/' })}
            />
          )}
        </>
      )}
    </>
  );
};

/** Whether the plan allows another podcast, and recording; undefined if the user may not see the plan. */
const usePlanLimits = ({
  accountKey,
}: PodcastScope): { mayCreate: boolean | undefined; mayRecord: boolean | undefined } => {
  const { data: me } = useQuery(meQuery);
  const seesPlan = useMay('account.readPlan', { accountKey });
  const { data: plan } = useQuery({ ...planFeaturesQuery(accountKey), enabled: seesPlan });
  const isAdmin = isPortalAdmin(me);
  return {
    mayCreate: canCreatePodcast({ isPortalAdmin: isAdmin, podcasts: plan?.usage.podcasts, plan }),
    mayRecord: isAdmin || plan?.podcastRecording,
  };
};

const Upgrade = ({ scope: { accountKey }, children }: { scope: PodcastScope; children: ReactNode }) => {
  const seesPlans = useMay('account.readPlan', { accountKey });
  return (
    <Surface maw="var(--form-width)">
      <EmptyState
        icon={<IconArrowUpCircle size={32} />}
        title="Upgrade your account"
        action={
          seesPlans && (
            <Button
              renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
            >
              See plans
            </Button>
          )
        }
      >
        {children}
      </EmptyState>
    </Surface>
  );
};
