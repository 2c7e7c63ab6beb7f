import { Anchor, Badge, Button, Text } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { lintAdsTxt } from '#contract/rules/ads-txt.ts';
import type { Partner } from '#contract/api/portal.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { count, day } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { partnerQuery, useRemovePartner } from './partner-queries.ts';
import { PartnerForm } from './PartnerForm.tsx';
import classes from './PartnerScreens.module.css';

const one = getRouteApi('/shell/portal/partners/$partnerSlug');
const edit = getRouteApi('/shell/portal/partners/$partnerSlug/edit');

/** `/portal/partners/create` */
export const PartnerCreateScreen = () => (
  <>
    <PageHeader title="New partner" />
    <PartnerForm />
  </>
);

/** `/portal/partners/{partnerSlug}/edit` */
export const PartnerEditScreen = () => {
  const { partnerSlug } = edit.useParams();
  const { data: partner } = useSuspenseQuery(partnerQuery(partnerSlug));
  return (
    <>
      <PageHeader title="Edit partner" description={partner.name} />
      <PartnerForm key={partner.slug} partner={partner} />
    </>
  );
};

/** `/portal/partners/{partnerSlug}` */
export const PartnerScreen = () => {
  const { partnerSlug } = one.useParams();
  const { data: partner } = useSuspenseQuery(partnerQuery(partnerSlug));
  return (
    <>
      <PageHeader
        title={partner.name}
        before={<Artwork name={partner.name} src={partner.logo ?? undefined} size={64} />}
        description={<Badge color={partner.active ? 'green' : 'gray'}>{partner.active ? 'Active' : 'Inactive'}</Badge>}
        actions={<Actions partner={partner} />}
      />
      <Surface maw="var(--form-width)">
        {partner.description !== '' && <Text className={classes.text}>{partner.description}</Text>}
        <dl className={classes.facts}>
          <dt>Website</dt>
          <dd>
            {partner.website === '' ? (
              '—'
            ) : (
              <Anchor href={partner.website} target="_blank" rel="noreferrer">
                {partner.website}
              </Anchor>
            )}
          </dd>
          <dt>E-mail</dt>
          <dd>{partner.email === '' ? '—' : <Anchor href={`mailto:${partner.email}`}>{partner.email}</Anchor>}</dd>
          <dt>URL slug</dt>
          <dd>{partner.slug}</dd>
          <dt>Public</dt>
          <dd>{partner.public ? 'On the page of partners and in microsites' : 'No'}</dd>
          {partner.ref_url !== null && (
            <>
              <dt>Link</dt>
              <dd>
                <bdi dir="ltr">{partner.ref_url}</bdi>
              </dd>
              <dt>Customers</dt>
              <dd>{count(partner.customers, 'person', 'people')}</dd>
            </>
          )}
          <dt>ads.txt</dt>
          <dd>{partner.ads_txt === '' ? '—' : count(lintAdsTxt(partner.ads_txt).sellers, 'seller')}</dd>
          <dt>Since</dt>
          <dd>{day(partner.created)}</dd>
        </dl>
      </Surface>
    </>
  );
};

const Actions = ({ partner }: { partner: Partner }) => {
  const [isConfirming, setConfirming] = useState(false);
  const remove = useRemovePartner();
  const navigate = useNavigate();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEdit size={17} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/portal/partners/$partnerSlug/edit" params={{ partnerSlug: partner.slug }} {...props} />
        )}
      >
        Edit
      </Button>
      <Button
        variant="default"
        color="red"
        leftSection={<IconTrash size={17} aria-hidden />}
        onClick={() => setConfirming(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`Remove ${partner.name}?`}
        confirm="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(partner.slug, {
            onSuccess: () => {
              toastSuccess(`${partner.name} removed.`);
              void navigate({ to: '/portal/partners' });
            },
            onError: () => setConfirming(false),
          })
        }
        onClose={() => setConfirming(false)}
      >
        Removes the partner and its logo. This cannot be undone.
      </ConfirmDialog>
    </>
  );
};
