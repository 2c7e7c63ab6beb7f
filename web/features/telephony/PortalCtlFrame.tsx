import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { telephonyHealthQuery } from './portal-queries.ts';
import { SandboxNote } from './SandboxNote.tsx';
import classes from './Telephony.module.css';

/** `/portal/ctl`: the frame of the portal's pages of call-to-listen. */
export const PortalCtlFrame = () => {
  const { data } = useQuery(telephonyHealthQuery);
  return (
    <>
      <PageHeader title="Call-to-listen" description="Phone numbers with which listeners call stations" />
      <PageTabs
        label="Call-to-listen"
        tabs={[
          { to: '/portal/ctl', text: 'Numbers', exact: true },
          { to: '/portal/ctl/requests', text: 'Requests' },
          { to: '/portal/ctl/lines', text: 'Lines' },
        ]}
      />
      <div className={classes.page}>
        {data?.sandbox && <SandboxNote />}
        <Outlet />
      </div>
    </>
  );
};
