import { ActionIcon, Anchor, Badge, Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconHistory, IconWorldOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Site } from '#contract/api/site.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useUnpublishSite } from '../queries.ts';
import type { useSiteDraft } from './use-site-draft.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

type SiteToolsProps = {
  accountKey: AccountKey;
  site: Site;
  edited: ReturnType<typeof useSiteDraft>;
  readOnly: boolean;
  isSaving: boolean;
  isPublishing: boolean;
  onSave: () => void;
  onPublish: () => void;
  /** The draft was replaced by a version, or the site taken off the web. */
  onReplaced: (site: Site) => void;
};

/** The state of a site, with what can be done with all of it. */
export const SiteTools = (props: SiteToolsProps) => {
  const { accountKey, site, edited, readOnly, isSaving, isPublishing } = props;
  const [isShowing, setShowing] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const unpublish = useUnpublishSite(accountKey);
  const isPublic = site.published_at !== null;
  const hasChanges = edited.isDirty || site.changed;
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <Group gap="xs" role="status">
        <Badge color={isPublic ? 'green' : 'gray'}>{isPublic ? 'Public' : 'Not public'}</Badge>
        {isPublic && hasChanges && <Badge color="yellow">Changes not public yet</Badge>}
        {isPublic && (
          <Anchor href={site.url} target="_blank" rel="noreferrer" size="sm" underline="always">
            {site.url.replace(/^https?:\/\//, '')}
          </Anchor>
        )}
      </Group>
      {!readOnly && (
        <Group gap="xs">
          <ActionIcon size={36} aria-label="Undo" disabled={!edited.canUndo} onClick={edited.undo}>
            <IconArrowBackUp size={19} aria-hidden />
          </ActionIcon>
          <ActionIcon size={36} aria-label="Redo" disabled={!edited.canRedo} onClick={edited.redo}>
            <IconArrowForwardUp size={19} aria-hidden />
          </ActionIcon>
          {site.revision > 0 && (
            <ActionIcon size={36} aria-label="Versions" onClick={() => setShowing(true)}>
              <IconHistory size={19} aria-hidden />
            </ActionIcon>
          )}
          {isPublic && (
            <ActionIcon size={36} aria-label="Take off the web" onClick={() => setConfirming(true)}>
              <IconWorldOff size={19} aria-hidden />
            </ActionIcon>
          )}
          <Button
            variant="default"
            loading={isSaving && !isPublishing}
            disabled={!edited.isDirty && site.revision > 0}
            onClick={props.onSave}
          >
            Save draft
          </Button>
          <Button loading={isPublishing} disabled={isSaving || (isPublic && !hasChanges)} onClick={props.onPublish}>
            Publish
          </Button>
        </Group>
      )}
      <VersionsDialog
        accountKey={accountKey}
        opened={isShowing}
        revision={site.revision}
        isDirty={edited.isDirty}
        onClose={() => setShowing(false)}
        onRestored={(next) => {
          setShowing(false);
          props.onReplaced(next);
        }}
      />
      <ConfirmDialog
        opened={isConfirming}
        title="Take the site off the web?"
        confirm="Take off the web"
        danger
        busy={unpublish.isPending}
        onConfirm={() =>
          unpublish.mutate(site.revision, {
            onSuccess: (next) => {
              toastSuccess('Visitors can no longer see the site. Your draft is still here.');
              props.onReplaced(next);
            },
            onSettled: () => setConfirming(false),
          })
        }
        onClose={() => setConfirming(false)}
      >
        Visitors will see that the page was not found. You can publish the draft again at any time.
        {edited.isDirty && ' Changes that you have not saved will be lost.'}
      </ConfirmDialog>
    </Group>
  );
};
