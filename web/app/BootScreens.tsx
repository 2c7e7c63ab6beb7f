import { Button, Code, List, MantineProvider, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { brand } from '#brand/brand.ts';
import { ErrorPage } from '#web/ui/ErrorPage.tsx';
import { styleNonce } from '#web/lib/nonce.ts';
import { cssVariables, theme } from './theme.ts';

const Bare = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    getStyleNonce={styleNonce}
    defaultColorScheme="auto"
  >
    <main>{children}</main>
  </MantineProvider>
);

/** The portal's server did not answer. */
export const UnreachableScreen = () => (
  <Bare>
    <ErrorPage
      code="!"
      title={`${brand.name} cannot be reached`}
      action={<Button onClick={() => location.reload()}>Try again</Button>}
    >
      Please check your internet connection. The server may also be starting; then it answers within a few seconds.
    </ErrorPage>
  </Bare>
);

/** The person signed in, and the portal doesn't let them in: they are suspended or were removed. */
export const RefusedScreen = () => (
  <Bare>
    <ErrorPage
      code="🔒"
      title="You have no access"
      action={<Button onClick={() => location.assign('/')}>Sign in as someone else</Button>}
    >
      You are signed out again, because your access to {brand.name} is suspended or was removed. Please contact support,
      or whoever invited you.
    </ErrorPage>
  </Bare>
);

/** Browsers offer what sign-in needs on https pages and on localhost only. */
export const InsecureScreen = () => (
  <Bare>
    <ErrorPage
      code="🔒"
      title="Sign-in needs a secure connection"
      action={
        <Button component="a" href={`https://${location.host}${location.pathname}`}>
          Try https
        </Button>
      }
    >
      <Text inherit>
        This page came over plain http, where browsers switch off the cryptography that signing in safely depends on.
        Open it at <Code>https://</Code> or, on the machine itself, at <Code>http://localhost</Code>.
      </Text>
      <Text inherit mt="sm">
        For whoever runs this server:
      </Text>
      <List ta="start" mt="xs">
        <List.Item>
          set <Code>TLS_CERT</Code> and <Code>TLS_KEY</Code> to a certificate and its key, or
        </List.Item>
        <List.Item>put a proxy that speaks https in front of it,</List.Item>
        <List.Item>
          and set <Code>PUBLIC_URL</Code> to the address that people open.
        </List.Item>
      </List>
    </ErrorPage>
  </Bare>
);
