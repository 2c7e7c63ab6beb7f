import {
  IconBookmark,
  IconBookmarkPlus,
  IconLink,
  IconListDetails,
  IconMailForward,
  IconSettings,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { SavedView } from '#contract/api/saved-view.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { DropGroup, DropItem, DropMenu } from '#web/ui/menu/DropMenu.tsx';
import { viewsQuery } from '../queries.ts';
import type { ReportScope } from '../report-calls.ts';
import { kindOfPage, pageOfPath, searchOf, shownView } from '../view-state.ts';
import { useDefaultView } from './use-default-view.ts';
import classes from './ViewsMenu.module.css';

const ViewDialog = lazy(() =>
  loadChunk(() => import('../ViewDialog.tsx')).then((part) => ({ default: part.ViewDialog })),
);
const ManageViews = lazy(() =>
  loadChunk(() => import('../ManageViews.tsx')).then((part) => ({ default: part.ManageViews })),
);
const ShareDialog = lazy(() =>
  loadChunk(() => import('../ShareDialog.tsx')).then((part) => ({ default: part.ShareDialog })),
);
const MailDialog = lazy(() =>
  loadChunk(() => import('#web/features/reports/ScheduleDialog.tsx')).then((part) => ({
    default: part.ScheduleDialog,
  })),
);

type ViewsMenuProps = {
  place: ReportScope;
  /** The page with the scheduled reports of the scope. */
  reportsPage: { to: string; hash?: string };
};

/** The saved views of the current analytics page, and the entry to schedule its report. */
export const ViewsMenu = ({ place, reportsPage }: ViewsMenuProps) => {
  const { pathname, search: currentSearch } = useLocation();
  const navigate = useNavigate();
  const page = pageOfPath(pathname);
  const { data: all } = useQuery({ ...viewsQuery(place), throwOnError: false });
  const [open, setOpen] = useState<'save' | 'manage' | 'share' | 'mail'>();
  const search = searchOf(currentSearch);
  const views = (all ?? []).filter((view) => view.page === page);
  useDefaultView(all === undefined ? undefined : views, pathname, search);
  if (!page) return null;
  const kind = kindOfPage[page];
  const shown = shownView(views, search);
  const show = (view: SavedView): void => void navigate({ to: '.', search: view.search as never });
  const close = (): void => setOpen(undefined);
  return (
    <div className={`${classes.root} no-print`}>
      <DropMenu
        label="Saved views"
        side="end"
        width={270}
        buttonClass={classes.button}
        button={
          <>
            <IconBookmark size={16} aria-hidden />
            <span className={classes.text}>{shown ? shown.name : 'Views'}</span>
          </>
        }
      >
        {views.length > 0 && (
          <DropGroup label="Saved views">
            {views.map((view) => (
              <DropItem key={view.id} radio={view.id === shown?.id} onClick={() => show(view)}>
                {nameOf(view)}
              </DropItem>
            ))}
          </DropGroup>
        )}
        <DropGroup label="This page">
          <DropItem icon={<IconBookmarkPlus size={16} aria-hidden />} onClick={() => setOpen('save')}>
            Save view
          </DropItem>
          {page === 'streaming' && place.scope !== 'portal' && (
            <DropItem icon={<IconLink size={16} aria-hidden />} onClick={() => setOpen('share')}>
              Share a link
            </DropItem>
          )}
          {views.length > 0 && (
            <DropItem icon={<IconSettings size={16} aria-hidden />} onClick={() => setOpen('manage')}>
              Manage views
            </DropItem>
          )}
        </DropGroup>
        <DropGroup label="By e-mail">
          {kind && (
            <DropItem icon={<IconMailForward size={16} aria-hidden />} onClick={() => setOpen('mail')}>
              Schedule a report
            </DropItem>
          )}
          <DropItem
            icon={<IconListDetails size={16} aria-hidden />}
            link={(props) => <Link {...(reportsPage as { to: '/' })} {...props} />}
          >
            {place.scope === 'portal' ? 'Scheduled reports' : 'Scheduled reports and links'}
          </DropItem>
        </DropGroup>
      </DropMenu>
      <Suspense>
        {open === 'save' && <ViewDialog place={place} page={page} search={search} onClose={close} />}
        {open === 'manage' && <ManageViews place={place} views={views} search={search} onClose={close} />}
        {open === 'share' && place.scope !== 'portal' && <ShareDialog place={place} search={search} onClose={close} />}
        {open === 'mail' && kind && <MailDialog place={place} kind={kind} search={search} onClose={close} />}
      </Suspense>
    </div>
  );
};

const nameOf = ({ name, own, by, is_default }: SavedView): string =>
  [name, ...(own || by === '' ? [] : [by]), ...(is_default ? ['default'] : [])].join(' · ');
