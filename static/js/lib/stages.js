// The stages of a night, as `event.stages` of the protocol tells them.

// Whether a stage is still to come.
export const isNext = ({ stages }, wanted) => stages.some(({ stage, state }) => stage === wanted && state === "next");
