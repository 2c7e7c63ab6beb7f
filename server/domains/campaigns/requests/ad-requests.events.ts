/** An advertising request took a step, or stations are asked about its campaign; the payload is `PersonalEmails`. */
export const stepTaken = 'adRequests.stepTaken';
