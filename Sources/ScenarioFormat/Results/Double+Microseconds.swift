extension Double {
    /// Milliseconds as reports keep them: whole microseconds are enough. What is too large for that stays as it is.
    package var inWholeMicroseconds: Double {
        let microseconds = (self * 1000).rounded()
        return microseconds.isFinite ? microseconds / 1000 : self
    }
}
