import { ErrorPage } from '#web/ui/ErrorPage.tsx';

/** `/not-found` */
export const NotFoundScreen = () => (
  <ErrorPage code="404" title="Not found">
    This page does not exist. It may have been deleted, or the link is wrong.
  </ErrorPage>
);

/** `/forbidden` */
export const ForbiddenScreen = () => (
  <ErrorPage code="403" title="Not allowed">
    You do not have permission to see this page. Ask an owner of the account to invite you.
  </ErrorPage>
);

/** `/bad-request` */
export const BadRequestScreen = () => (
  <ErrorPage code="400" title="Bad request">
    The request could not be understood. Please go back and try again.
  </ErrorPage>
);
