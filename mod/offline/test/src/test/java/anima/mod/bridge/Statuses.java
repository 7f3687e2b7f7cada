package anima.mod.bridge;

/** Makes what an agent may tell about itself. */
public final class Statuses {
    private Statuses() {
    }

    /** The first goal has failed, for this reason. */
    public static Status failed(String goal, String why) {
        String[] texts = {"", "", why, goal};
        int[] numbers = new int[Status.NUMBERS];
        numbers[Status.AT_ENDING] = Status.FAILED;
        numbers[Status.AT_ENDINGS] = 1;
        return new Status(texts, numbers);
    }
}
