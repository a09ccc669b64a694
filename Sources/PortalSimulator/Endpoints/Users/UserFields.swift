internal import JSONValues

/// The parameters of a user's `update` (developers.arcgis.com, "Update User").
enum UserFields {
    /// The field in which the picture comes.
    static let files: Set<String> = ["thumbnail", "file"]

    private static let profile = ["fullName", "firstName", "lastName", "description", "culture", "region", "units"]
    private static let personal = ["preferredView", "email"]
    /// User types (ArcGIS REST API, "Create User": `userLicenseTypeId`).
    private static let userTypes = [
        "creatorUT", "editorUT", "viewerUT", "fieldWorkerUT", "mobileWorkerUT", "contributorUT", "storytellerUT",
        "liteUT", "basicUT", "IndoorsUserUT", "insightsAnalystUT", "GISProfessionalBasicUT", "GISProfessionalStdUT",
        "GISProfessionalAdvUT", "professionalUT", "professionalPlusUT",
    ]
    /// What only an administrator changes.
    private static let administered = ["idpUsername", "userType", "userLicenseTypeId"]

    /// Lays what a request says over a user; an empty text changes nothing unless `clearEmptyFields` is true.
    static func apply(
        _ write: ContentWrite, to user: inout PortalContent.User, asAdministrator isAdministrator: Bool
    ) throws(WriteRefusal) {
        let clears = try write.request.flag("clearEmptyFields")
        for name in ["securityQuestionIdx", "securityAnswer"] where write.request[name]?.isEmpty == false {
            throw .parameter(name, "is not kept: this portal asks for no security questions; leave it out")
        }
        func told(_ name: String) throws(WriteRefusal) -> String? {
            guard let text = write.request[name], clears || !text.isEmpty else { return nil }
            try TextBound.profile.require(text, of: name)
            return text
        }
        for name in profile {
            guard let text = try told(name) else { continue }
            user.profile[name] = text.isEmpty ? .null : .string(text)
        }
        if try told("tags") != nil { user.profile["tags"] = .array(try write.list("tags").map { .string($0) }) }
        for name in personal {
            guard let text = try told(name) else { continue }
            user.personal[name] = text.isEmpty ? .null : .string(text)
        }
        for name in administered {
            guard let text = try told(name) else { continue }
            guard isAdministrator else { throw .permission("only an administrator changes \(name)") }
            guard name != "userLicenseTypeId" || userTypes.contains(text) else {
                throw .parameter(
                    name, "\(BodyProblem.quoted(text)) is none of \(userTypes.joined(separator: ", "))")
            }
            user.personal[name] = .string(text)
        }
        if let email = try told("email"), !email.isEmpty {
            let parts = email.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
                throw .parameter("email", "\(BodyProblem.quoted(email)) is no address")
            }
        }
        if let text = try told("access"), !text.isEmpty {
            guard let access = SharingLevel(rawValue: text.lowercased()), access != .shared else {
                throw .parameter("access", "\(BodyProblem.quoted(text)) is none of private, org, public")
            }
            user.access = access
        }
        if let file = write.request.body.files.first { try setPicture(file, &user) }
        user.profile["modified"] = .integer(write.time)
    }

    private static func setPicture(_ file: UploadedFile, _ user: inout PortalContent.User) throws(WriteRefusal) {
        guard PictureName.isOne(file.baseName) else {
            throw .parameter(
                "thumbnail", "\(BodyProblem.quoted(file.baseName)) is not a PNG, JPEG or GIF file by its name")
        }
        user.picture = PictureName.stored(file)
        user.profile["thumbnail"] = .string(file.baseName)
    }
}
