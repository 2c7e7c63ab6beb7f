/** The website that shows the frame: its host, '' if unknown, and whether it is another one than the portal. */
export const websiteAround = (portal: string): { site: string; isVisit: boolean } => {
  const website = URL.parse(document.referrer);
  return { site: website?.hostname ?? '', isVisit: website?.origin !== portal };
};
