import { Alert } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';

/** No carrier is connected yet. */
export const SandboxNote = () => (
  <Alert color="yellow" icon={<IconTestPipe aria-hidden />} title="Sandbox: reachable from this machine only">
    No telephone carrier is connected to this portal. Numbers can be called with a SIP phone on the same machine;
    everything else works as with real ones.
  </Alert>
);
