import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';

const PeopleTable = lazy(() =>
  loadChunk(() => import('#web/features/people/shared/PeopleTable.tsx')).then((part) => ({
    default: part.PeopleTable,
  })),
);
const AllUsersTable = lazy(() =>
  loadChunk(() => import('./AllUsersTable.tsx')).then((part) => ({ default: part.AllUsersTable })),
);

const route = getRouteApi('/shell/portal/people');

/** `/portal/people`: the portal's administrators, and all users who ever signed in. */
export const PortalPeopleScreen = () => {
  const { tab = 'administrators' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title="People"
        description={
          tab === 'administrators' ? 'Portal administrators and invitations' : 'All users who have ever signed in'
        }
        actions={
          <Segments
            aria-label="Show"
            value={tab}
            onChange={(chosen) =>
              void navigate({
                search: ({ search }) => ({ search, tab: chosen === 'everybody' ? ('everybody' as const) : undefined }),
                replace: true,
              })
            }
            data={[
              { value: 'administrators', label: 'Administrators' },
              { value: 'everybody', label: 'All users' },
            ]}
          />
        }
      />
      <Suspense fallback={<ScreenSkeleton />}>
        {tab === 'administrators' ? <PeopleTable scope={{ kind: 'portal' }} /> : <AllUsersTable />}
      </Suspense>
    </>
  );
};
