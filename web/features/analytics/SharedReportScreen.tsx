import { Button, Container, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { brand } from '#brand/brand.ts';
import { sharedLinks } from '#contract/api/shared-links.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { day } from '#web/lib/format.ts';
import { ErrorPage } from '#web/ui/ErrorPage.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { StreamingReport } from './report/StreamingReport.tsx';
import { filterOf } from './shared/use-filters.ts';

/** `/shared/{token}`: one view of the statistics, for people without an account. Its rows filter nothing. */
export const SharedReportScreen = () => {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const shared = useQuery({
    ...endpointQuery(sharedLinks.view, { params: { token } }),
    throwOnError: false,
    retry: 1,
    refetchInterval: 300_000,
    refetchOnWindowFocus: false,
  });
  const { data, error } = shared;
  if (error && !data) return <Failed error={error} onAgain={() => void shared.refetch()} />;
  return (
    <Container id="content" size={1400} component="main" py="lg">
      {data ? (
        <>
          <PageHeader title={data.name} description={`${data.title} · Streaming analytics`} actions={<PrintButton />} />
          <StreamingReport
            report={{ data: data.stats, error, isPlaceholderData: false, refetch: shared.refetch }}
            place={null}
            filter={filterOf(data.view)}
            filters={null}
            hours={data.hours ?? undefined}
            listenersNow={null}
            linkToStation={null}
          />
          <Text c="dimmed" size="sm" mt="lg">
            Shared with {brand.name} until {day(data.expires)}.
          </Text>
        </>
      ) : (
        <ScreenSkeleton />
      )}
    </Container>
  );
};

const Failed = ({ error, onAgain }: { error: Error; onAgain: () => void }) => {
  const { title, message, status } = asApiError(error);
  return (
    <main>
      <ErrorPage
        code={status === 404 ? '404' : '!'}
        title={title}
        {...(status !== 404 && { action: <Button onClick={onAgain}>Try again</Button> })}
      >
        {message}
      </ErrorPage>
    </main>
  );
};
