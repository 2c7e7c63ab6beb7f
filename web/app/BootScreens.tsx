import { Button, Code, List, MantineProvider, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { brand } from '#brand/brand.ts';
import { ErrorPage } from '#web/ui/ErrorPage.tsx';
import { styleNonce } from '#web/lib/nonce.ts';
import { cssVariables, theme } from './theme.ts';

const Page = ({ children }: { children: ReactNode }) => (
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
  <Page>
    <ErrorPage
      code="!"
      title={`${brand.name} cannot be reached`}
      action={<Button onClick={() => location.reload()}>Try again</Button>}
    >
      Please check your internet connection. If the server is starting, try again in a few seconds.
    </ErrorPage>
  </Page>
);

/** The sign-in worked, but the portal refuses the user: they are suspended or were removed. */
export const RefusedScreen = () => (
  <Page>
    <ErrorPage
      code="🔒"
      title="You have no access"
      action={<Button onClick={() => location.assign('/')}>Sign in as someone else</Button>}
    >
      You were signed out because your access to {brand.name} is suspended or was removed. Please contact support or the
      person who invited you.
    </ErrorPage>
  </Page>
);

/** Browsers offer the cryptography that sign-in needs only on https pages and on localhost. */
export const InsecureScreen = () => (
  <Page>
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
        This page was loaded over plain http, where browsers disable the cryptography that sign-in needs. Instead, open
        it at <Code>https://</Code> or, on the server itself, at <Code>http://localhost</Code>.
      </Text>
      <Text inherit mt="sm">
        If you run this server:
      </Text>
      <List ta="start" mt="xs">
        <List.Item>
          set <Code>TLS_CERT</Code> and <Code>TLS_KEY</Code> to a certificate and its key, or
        </List.Item>
        <List.Item>put an https proxy in front of it,</List.Item>
        <List.Item>
          and set <Code>PUBLIC_URL</Code> to the URL that users open.
        </List.Item>
      </List>
    </ErrorPage>
  </Page>
);
