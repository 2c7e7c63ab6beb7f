import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { SiteEditor } from './editor/SiteEditor.tsx';
import { siteQuery } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `…/microsite/editor`: the site, loaded again, as an older revision cannot be saved. */
export const SiteEditorScreen = () => {
  const { accountKey } = route.useParams();
  const query = { ...siteQuery(accountKey), refetchOnMount: 'always' as const, refetchOnWindowFocus: false };
  const { data, error, isFetchedAfterMount } = useQuery(query);
  if (error && !data) throw error;
  return data && isFetchedAfterMount ? <SiteEditor key={accountKey} opened={data} /> : <ScreenSkeleton />;
};
